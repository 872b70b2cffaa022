// Stores, reads and deletes the key of `agate login`, in a file that no other user of the machine
// can read.
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { SettingsError, type Terminal } from './terminal.ts';

/** A secret key, and the only service that it is sent to. */
interface Credentials {
  url: string;
  secret_key: string;
}

/** @returns the path of the credentials file, according to the XDG Base Directory specification */
function credentialsPath({ env }: Pick<Terminal, 'env'>): string {
  const base = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config');
  return join(base, 'agate', 'credentials.json');
}

/** @throws SettingsError when other users may read the file, or when its content is not valid */
export function readCredentials(terminal: Pick<Terminal, 'env'>): Credentials | undefined {
  const path = credentialsPath(terminal);
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new SettingsError(
      `Other users can read your key in ${path}. Protect it: chmod 600 ${path}`,
    );
  try {
    const { url, secret_key } = JSON.parse(text) as Partial<Credentials>;
    if (typeof url === 'string' && typeof secret_key === 'string') return { url, secret_key };
  } catch {
    // Invalid JSON is handled like any other invalid content.
  }
  throw new SettingsError(`${path} has no key. Write it again: agate login`);
}

/**
 * Replaces the file atomically, so that no program ever sees a partial file, or one that other
 * users may read.
 */
export function keepCredentials(terminal: Pick<Terminal, 'env'>, credentials: Credentials): string {
  const path = credentialsPath(terminal);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(fresh, 0o600);
  renameSync(fresh, path);
  return path;
}

/** @returns whether the file existed */
export function forgetCredentials(terminal: Pick<Terminal, 'env'>): boolean {
  const path = credentialsPath(terminal);
  const was = readIfThere(path) !== undefined;
  rmSync(path, { force: true });
  return was;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new SettingsError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
