// Devices where the owner has signed in before: password guesses from these devices are counted
// separately (D-62), so that a stranger's guesses do not block them. A cookie contains, for each
// email address, a proof of an earlier sign-in; the service itself stores nothing.
import type { Context } from '../../context.ts';
import { deriveSecret } from '../../crypto/capability-token.ts';
import { equalInConstantTime } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { DAY_MS } from '../../time/durations.ts';
import { LIFETIMES } from '../../config/config.ts';

type DeviceContext = Pick<Context, 'tokenKey' | 'tokenKeys' | 'now'>;

/** The maximum number of people remembered on one device. */
const MAX_REMEMBERED = 5;

interface Cookie {
  id: string;
  /** Entries of the form `<day>-<proof>`, newest first. */
  entries: string[];
}

/**
 * @param cookie as the browser sent it
 * @param subject the owner, in a form that contains no plain email address
 * @returns the device's id; undefined when the subject has not signed in on the device within the
 *   last year
 */
export async function readKnownDevice(
  ctx: DeviceContext,
  cookie: string | undefined,
  subject: string,
): Promise<string | undefined> {
  const read = parse(cookie);
  if (read === undefined) return undefined;
  return (await findEntry(ctx, read, subject)) === undefined ? undefined : read.id;
}

/**
 * @returns the cookie's new value, which adds the subject to the people who have signed in on the
 *   device
 */
export async function rememberDevice(
  ctx: DeviceContext,
  cookie: string | undefined,
  subject: string,
): Promise<string> {
  const read = parse(cookie) ?? { id: randomToken(16), entries: [] };
  const older = await findEntry(ctx, read, subject);
  const day = Math.floor(ctx.now() / DAY_MS).toString(36);
  const entry = `${day}-${await proofOf(await ctx.tokenKey(), read.id, day, subject)}`;
  const others = read.entries.filter((one) => one !== older).slice(0, MAX_REMEMBERED - 1);
  return [read.id, entry, ...others].join('.');
}

async function findEntry(
  ctx: DeviceContext,
  { id, entries }: Cookie,
  subject: string,
): Promise<string | undefined> {
  const oldest = (ctx.now() - LIFETIMES.knownDeviceMs) / DAY_MS;
  for (const entry of entries) {
    const [, day = '', proof = ''] = /^([0-9a-z]{1,8})-([\w-]{43})$/.exec(entry) ?? [];
    if (!(Number.parseInt(day, 36) >= oldest)) continue;
    for (const key of await ctx.tokenKeys())
      if (equalInConstantTime(proof, await proofOf(key, id, day, subject))) return entry;
  }
  return undefined;
}

function parse(cookie: string | undefined): Cookie | undefined {
  const [id = '', ...entries] = (cookie ?? '').slice(0, 500).split('.');
  if (!/^[\w-]{22}$/.test(id)) return undefined;
  return { id, entries: entries.slice(0, MAX_REMEMBERED) };
}

const proofOf = (key: CryptoKey, id: string, day: string, subject: string): Promise<string> =>
  deriveSecret(key, 'known-device:', `${id}:${day}:${subject}`);
