// Local secrets: .dev.vars, which wrangler reads by itself. Made once, never overwritten, never committed.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

const FILE = '.dev.vars';

/**
 * Adds a random value (base64 of 32 bytes) for every required secret the file does not name yet.
 * @param names the secrets listed under [secrets] in wrangler.toml
 */
export function addMissingSecrets(names: readonly string[]): void {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const missing = names.filter(
    (name) => !new RegExp(`^\\s*(export\\s+)?${name}\\s*=`, 'm').test(text),
  );
  if (missing.length === 0) return;
  const kept = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const added = missing.map((name) => `${name}="${randomBytes(32).toString('base64')}"\n`);
  writeFileSync(FILE, kept + added.join(''), { mode: 0o600 });
  chmodSync(FILE, 0o600);
}
