// Creates a certificate authority and a signer that it certifies. The suite's wallet signs its
// credentials with the signer's key. Both are new for each run.
import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface WalletIssuer {
  /** The signer's private key, with its certificate as `x5c`. */
  signingJwk: object;
  /**
   * The authority's certificate as base64-encoded DER, followed by its SHA-256 hash in lower-case
   * hex.
   */
  certificate: string;
  sha256: string;
  notAfterMs: number;
}

const DAYS = '30';
const SIGNER = `basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=critical,1.0.18013.5.1.2
`;

/**
 * @param folder an existing folder
 * @throws Error when openssl is not installed
 */
export function makeWalletIssuer(folder: string): WalletIssuer {
  const names = ['key', 'authority', 'signer-key', 'request', 'signer', 'extensions'] as const;
  const file = (name: (typeof names)[number]) => join(folder, `wallet-${name}.pem`);
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const readCertificate = (name: 'authority' | 'signer') =>
    new X509Certificate(readFileSync(file(name)));
  writeFileSync(file('extensions'), SIGNER);
  const run = (...args: string[]) =>
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    const authority = ['-keyout', file('key'), '-out', file('authority'), '-days', DAYS];
    const own = ['-subj', '/CN=Conformance authority', '-addext', 'keyUsage=critical,keyCertSign'];
    run('req', '-x509', ...curve, ...authority, ...own);
    const request = ['-keyout', file('signer-key'), '-out', file('request')];
    run('req', '-new', ...curve, ...request, '-subj', '/CN=Conformance signer');
    const by = ['-CA', file('authority'), '-CAkey', file('key'), '-CAcreateserial', '-days', DAYS];
    const made = ['-extfile', file('extensions'), '-out', file('signer')];
    run('x509', '-req', '-in', file('request'), ...by, ...made);
    const [above, below] = [readCertificate('authority'), readCertificate('signer')];
    const jwk = createPrivateKey(readFileSync(file('signer-key'))).export({ format: 'jwk' });
    return {
      signingJwk: { ...jwk, alg: 'ES256', use: 'sig', x5c: [below.raw.toString('base64')] },
      certificate: above.raw.toString('base64'),
      sha256: createHash('sha256').update(above.raw).digest('hex'),
      notAfterMs: Date.parse(above.validTo),
    };
  } finally {
    for (const name of names) rmSync(file(name), { force: true });
  }
}
