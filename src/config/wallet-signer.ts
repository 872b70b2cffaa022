// The key that signs requests to wallets (D-151), which are unsigned unless both the key and its
// certificates are set. Some wallets only respond to signed requests, and Google and Apple issue
// the certificates for their own wallets (docs/wallets.md).
import { ConfigError, readOptional, type Vars } from './setting-readers.ts';

export interface WalletSigner {
  /** An ES256 key. */
  privateKey: JsonWebKey;
  /** The certificates as base64-encoded DER, starting with the key's own. */
  certificates: readonly string[];
}

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

/**
 * @returns undefined when requests are not signed
 * @throws ConfigError that names the invalid setting, or the missing one when only one of the two
 *   is set
 */
export function readWalletSigner(vars: Vars): WalletSigner | undefined {
  const key = readOptional(vars, 'WALLET_REQUEST_KEY');
  const chain = readOptional(vars, 'WALLET_REQUEST_CERTIFICATES');
  if (key === undefined && chain === undefined) return undefined;
  if (key === undefined || chain === undefined) {
    const [there, missing] = key === undefined ? ['CERTIFICATES', 'KEY'] : ['KEY', 'CERTIFICATES'];
    throw new ConfigError(
      `The setting WALLET_REQUEST_${missing} is missing: WALLET_REQUEST_${there} is set. Set both or neither.`,
    );
  }
  const certificates = [...chain.matchAll(PEM)].map(([, text = '']) => text.replaceAll(/\s/g, ''));
  if (certificates.length === 0)
    throw new ConfigError('The setting WALLET_REQUEST_CERTIFICATES contains no PEM certificate.');
  return { privateKey: readKey(key), certificates };
}

function readKey(text: string): JsonWebKey {
  const fault = new ConfigError(
    'The setting WALLET_REQUEST_KEY is not a P-256 private key as JWK.',
  );
  let key: unknown;
  try {
    key = JSON.parse(text);
  } catch {
    throw fault;
  }
  const { kty, crv, x, y, d } = (key ?? {}) as Record<string, unknown>;
  const isComplete = [x, y, d].every((part) => typeof part === 'string');
  if (kty !== 'EC' || crv !== 'P-256' || !isComplete) throw fault;
  return { kty, crv, x: x as string, y: y as string, d: d as string };
}
