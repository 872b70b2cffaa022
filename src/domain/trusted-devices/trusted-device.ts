// Browsers that the owner of an account trusts (D-99): the cookie's value, and what ends the trust. Trusting one is
// domain/authentication. The cookie alone lets nobody in: it is what a face is the second factor to.
import type { Context } from '../../context.ts';
import type { Statement } from '../../db/client.ts';
import { LIFETIMES } from '../../config.ts';
import { encodeObjectId, formatToken, parseToken } from '../../crypto/capability-token.ts';
import { decodeBase64Url, encodeHex } from '../../crypto/encoding.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { TRUSTED_DEVICE_TOKEN } from '../../crypto/token-prefixes.ts';
import type { Visitor } from '../terms/visitor.ts';
import {
  deleteExpiredDevices,
  deviceInsertion,
  deviceOfSession,
  deviceRemoval,
  listDevicesOf,
  oldestRemoval,
  removeDevices,
  writeDevice,
  type EndedTrust,
} from './store.ts';

export interface TrustedDevice {
  id: string;
  device: string;
  place?: string;
  trustedAtMs: number;
  expiresAtMs: number;
}

/** What a browser's cookie says: proof of the device only where the hash is the row's. */
export interface HeldDevice {
  id: string;
  secretHash: string;
}

/** Of one account; the one trusted longest ago makes room. */
const MAX_TRUSTED = 20;

/** @returns undefined for what is no such cookie; not yet looked up */
export async function readTrustCookie(cookie: string | undefined): Promise<HeldDevice | undefined> {
  const parsed = cookie === undefined ? undefined : parseToken(cookie);
  if (parsed?.prefix !== TRUSTED_DEVICE_TOKEN) return undefined;
  return { id: encodeObjectId(parsed.objectId), secretHash: await sha256Hex(parsed.secret) };
}

interface NewTrust {
  accountId: number;
  /** That trusts its browser; without it nothing is written. */
  sessionId: string;
  visitor: Visitor;
  /** The browser's cookie, whosever it is: a browser holds one. */
  replaces: string | undefined;
  /** Written directly behind it, each when the one before it did. */
  behind: readonly Statement[];
}

interface PreparedTrust {
  /** The cookie's value. */
  cookie: string;
  /** One batch, or part of one. */
  statements: Statement[];
}

export async function prepareTrust(
  ctx: Context,
  { accountId, sessionId, visitor, replaces, behind }: NewTrust,
): Promise<PreparedTrust> {
  const [id, secret] = [randomToken(32), randomToken(32)];
  const nowMs = ctx.now();
  const { device, place } = visitor;
  const expiresAtMs = nowMs + LIFETIMES.trustedDeviceMs;
  const trusted = { id, device, trustedAtMs: nowMs, expiresAtMs, ...(place && { place }) };
  const owner = { accountId, sessionId, secretHash: await sha256Hex(secret) };
  const objectId = encodeHex(decodeBase64Url(id));
  return {
    cookie: formatToken({ prefix: TRUSTED_DEVICE_TOKEN, objectId, secret }),
    statements: [
      deviceRemoval(ctx.db, { held: await readTrustCookie(replaces) }),
      deviceInsertion(ctx.db, trusted, owner),
      ...behind,
      deviceOfSession(ctx.db, id, sessionId),
      oldestRemoval(ctx.db, accountId, MAX_TRUSTED),
    ],
  };
}

/** @returns false when the session that trusts had ended: nothing was written */
export const writeTrust = ({ db }: Context, { statements }: PreparedTrust): Promise<boolean> =>
  writeDevice(db, statements);

/** For the batch that ends it, before sessions go. */
export const prepareEndOfTrust = ({ db }: Pick<Context, 'db'>, ended: EndedTrust): Statement =>
  deviceRemoval(db, ended);

export const endTrust = (ctx: Context, ended: EndedTrust): Promise<void> =>
  removeDevices(ctx.db, ended);

/** @returns those that are trusted now, the latest first */
export const listTrustedDevices = (ctx: Context, accountId: number): Promise<TrustedDevice[]> =>
  listDevicesOf(ctx.db, accountId, ctx.now());

/** By cron. Those that have expired are ignored already when they are read. */
export const forgetExpiredDevices = (ctx: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteExpiredDevices(ctx.db, ctx.now());
