// Reads and writes .dev.vars, from which wrangler reads local secrets and the setting LOCAL.
// Existing values are never overwritten, and the file is never committed or deployed.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

const FILE = '.dev.vars';

/**
 * @returns the bytes of a secret that addMissingSecrets generated; the environment overrides the
 *   file, as in wrangler
 */
export function readSecret(name: string): Uint8Array<ArrayBuffer> {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const [, written] =
    new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=\\s*"?([^"\\n]*)"?`, 'm').exec(text) ?? [];
  return new Uint8Array(Buffer.from(process.env[name] ?? written ?? '', 'base64'));
}

/**
 * Adds a random value (base64 of 32 bytes) for every required secret that the file lacks.
 * @param names the secrets listed under [secrets] in wrangler.toml
 */
export function addMissingSecrets(names: readonly string[]): void {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const isMissing = (name: string) => !new RegExp(`^\\s*(export\\s+)?${name}\\s*=`, 'm').test(text);
  const kept = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const added = names
    .filter(isMissing)
    .map((name) => `${name}="${randomBytes(32).toString('base64')}"\n`);
  // Without LOCAL, the service refuses to serve localhost (src/config/config.ts), even when it is
  // started with plain `wrangler dev`.
  if (isMissing('LOCAL')) added.push('LOCAL="true"\n');
  if (added.length === 0) return;
  writeFileSync(FILE, kept + added.join(''), { mode: 0o600 });
  chmodSync(FILE, 0o600);
}
