// The secrets of one installation: `secrets.json` in its folder, which only its owner may read.
// Cloudflare cannot show them again, so this file, or a copy of it, is needed to move or restore an
// installation.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CloudflareError, type Cloudflare } from './cloudflare.ts';
import { writePrivately } from './settings.ts';

/** The secrets of wrangler.toml without which the service does not start. */
export const KEYS = ['TOKEN_KEY', 'KEY_ENCRYPTION_KEY'] as const;

const Secrets = z.strictObject({
  TOKEN_KEY: z.string().optional(),
  KEY_ENCRYPTION_KEY: z.string().optional(),
  /**
   * Present only in installations that were created when operators got a password instead of a
   * link.
   */
  operator_password: z.string().optional(),
  operator_link: z.string().optional(),
  /** The mail provider's secret, and its owner (mail-secret.ts). */
  MAIL_SECRET: z.string().optional(),
  MAIL_SECRET_OF: z.string().optional(),
  customer: z
    .strictObject({
      secret_key: z.string(),
      test_secret_key: z.string(),
      publishable_key: z.string(),
      test_publishable_key: z.string(),
      owner_link: z.string(),
    })
    .optional(),
});
export type Secrets = z.infer<typeof Secrets>;

export const secretsFile = (folder: string): string => join(folder, 'secrets.json');

/** @throws Error when the file is not a valid file of secrets */
export function readSecrets(folder: string): Secrets {
  const file = secretsFile(folder);
  if (!existsSync(file)) return {};
  try {
    return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // The parser's message is not passed on, because it could quote the file's content.
    throw new Error(`${file} is not a valid file of secrets: replace it with the right one.`);
  }
}

/**
 * Adds secrets to the file. Call this before anything uses the secrets, so that if a run fails, the
 * next one uses the same secrets.
 */
export function keepSecrets(folder: string, more: Secrets): Secrets {
  const secrets = { ...readSecrets(folder), ...more };
  writePrivately(secretsFile(folder), `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

/** @returns the names of the deployed service's secrets; undefined when there is no service yet */
export async function listSecrets(
  cloudflare: Cloudflare,
  accountId: string,
): Promise<string[] | undefined> {
  const path = `/accounts/${accountId}/workers/scripts/agate/secrets`;
  try {
    const found = await cloudflare.get<{ name: string }[] | null>(path, 'scripts');
    return (found ?? []).map(({ name }) => name);
  } catch (error) {
    if (error instanceof CloudflareError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Generates a random value (base64 of 32 bytes) for each key that is missing from both the service
 * and the file.
 * @param deployed the names of the secrets that the service has; these are not replaced, even if
 *   the file has other values
 * @param hasData whether the database has tables, whose content a new key could not decrypt
 * @returns the keys to set on the service
 * @throws Error when a new key would make the content of an existing database unreadable
 */
export function prepareKeys(
  folder: string,
  deployed: readonly string[],
  hasData: boolean,
): Record<string, string> {
  const kept = readSecrets(folder);
  const missing = KEYS.filter((name) => !deployed.includes(name));
  const unknown = missing.filter((name) => kept[name] === undefined);
  if (unknown.length > 0 && hasData)
    throw new Error(
      `The database contains data, but neither the service nor ${secretsFile(folder)} has ${unknown.join(' and ')}. Add the original ${unknown.join(' and ')} to that file.`,
    );
  const made = unknown.map((name) => [name, randomBytes(32).toString('base64')] as const);
  const all = made.length > 0 ? keepSecrets(folder, Object.fromEntries(made)) : kept;
  return Object.fromEntries(missing.map((name) => [name, all[name] ?? '']));
}

/**
 * Passes the keys to wrangler in a temporary file, because other users can read a process's
 * arguments.
 */
export async function withKeysFile<T>(
  folder: string,
  keys: Record<string, string>,
  use: (args: string[]) => Promise<T>,
): Promise<T> {
  if (Object.keys(keys).length === 0) return use([]);
  const file = join(folder, 'keys-to-put.json');
  writePrivately(file, JSON.stringify(keys));
  try {
    return await use([`--secrets-file=${file}`]);
  } finally {
    rmSync(file, { force: true });
  }
}
