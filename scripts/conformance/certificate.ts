// Creates a certificate for the issuer's host. It is only for the conformance suite, which trusts
// every certificate.
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';

export interface Certificate {
  /** The paths of the PEM files. */
  key: string;
  certificate: string;
}

/**
 * Creates a new certificate, valid for 30 days.
 * @param folder an existing folder
 * @throws Error when openssl fails or is not installed
 */
export function makeCertificate(folder: string, host: string): Certificate {
  const files = { key: join(folder, 'key.pem'), certificate: join(folder, 'certificate.pem') };
  const name = `${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`;
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', files.key, '-out', files.certificate];
  const named = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=${name}`];
  try {
    execFileSync('openssl', ['req', '-x509', ...made, '-days', '30', '-sha256', ...named], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (cause) {
    throw new Error('openssl, which makes the certificate, failed or is not installed.', { cause });
  }
  chmodSync(files.key, 0o600);
  return files;
}
