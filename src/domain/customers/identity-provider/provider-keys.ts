// The public keys of an identity provider, and the verification of tokens that the provider has
// signed.
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
} from 'jose';
import { Memory } from '../../terms/memory.ts';
import { fetchFromProvider, ProviderDown } from './provider-fetch.ts';
import type { Provider, ProviderContext } from './provider.ts';

interface ReadKeys {
  keys: JSONWebKeySet;
  readAtMs: number;
}

/**
 * The minimum interval between two fetches of a key set because of an unknown `kid`, so that
 * made-up values of `kid` cannot each cause a fetch.
 */
const AGAIN_MS = 60_000;
/**
 * The accepted signature algorithms. HMAC algorithms are excluded, because anyone who has the
 * shared secret could sign tokens with them.
 */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const CLOCK_SECONDS = 30;
const MAX_LENGTH = 16 * 1024;

const memory = new Memory<ReadKeys>({ name: 'provider_keys', freshMs: 5 * 60_000, most: 500 });

interface TokenRules {
  audience: string;
  requiredClaims: string[];
  /** The accepted values of `typ`; if absent, any value is accepted. */
  types?: readonly string[];
}

/**
 * @returns the claims; undefined unless the token is valid, from the provider and for the given
 *   audience
 * @throws ProviderDown when the provider's keys cannot be read
 */
export async function readSignedByProvider(
  ctx: ProviderContext,
  provider: Provider,
  token: string,
  { audience, requiredClaims, types }: TokenRules,
): Promise<JWTPayload | undefined> {
  if (token.length > MAX_LENGTH) return undefined;
  const header = readHeader(token);
  if (header === undefined) return undefined;
  const { kid, typ } = header;
  if (types !== undefined && typ !== undefined && !types.includes(typ.toLowerCase()))
    return undefined;
  const keys = await readKeys(ctx, provider.jwks_uri, kid);
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      algorithms: ALGORITHMS,
      issuer: provider.issuer,
      audience,
      requiredClaims,
      clockTolerance: CLOCK_SECONDS,
      currentDate: new Date(ctx.now()),
    });
    return payload;
  } catch {
    // The keys have already been read, so this error means that the token is invalid.
    return undefined;
  }
}

function readHeader(token: string) {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return undefined;
  }
}

async function readKeys(
  ctx: ProviderContext,
  address: string,
  kid: string | undefined,
): Promise<JSONWebKeySet> {
  const known = await remember(ctx, address);
  const isKnown = kid === undefined || known.keys.keys.some((key) => key.kid === kid);
  if (isKnown || ctx.now() - known.readAtMs < AGAIN_MS) return known.keys;
  memory.forget(ctx, address);
  return (await remember(ctx, address).catch(() => known)).keys;
}

async function remember(ctx: ProviderContext, address: string): Promise<ReadKeys> {
  const read = await memory.read(ctx, address, async () => ({
    value: { keys: await fetchKeys(ctx, address), readAtMs: ctx.now() },
  }));
  if (read === undefined) throw new ProviderDown('The provider has no keys.');
  return read;
}

async function fetchKeys(ctx: ProviderContext, address: string): Promise<JSONWebKeySet> {
  const headers = { Accept: 'application/jwk-set+json, application/json' };
  const response = await fetchFromProvider(ctx, address, { method: 'GET', headers });
  try {
    const read: unknown = await response.json();
    const keys = (read as Partial<JSONWebKeySet> | null)?.keys;
    if (response.status === 200 && Array.isArray(keys)) return { keys };
  } catch {
    // A body that is not JSON is treated like a body without a key set.
  }
  throw new ProviderDown('The provider has no key set.');
}
