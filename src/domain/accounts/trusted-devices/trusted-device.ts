// Browsers that the owner of an account trusts (D-99): the cookie's value, and what ends the trust. Trusting one is
// domain/signing-in/authentication. The cookie alone lets nobody in: it is what a face is the second factor to.
import type { Context } from '../../../context.ts';
import type { Condition, Statement } from '../../../db/client.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { encodeObjectId, formatToken, parseToken } from '../../../crypto/capability-token.ts';
import { decodeBase64Url, encodeHex } from '../../../crypto/encoding.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { randomToken } from '../../../crypto/random.ts';
import { TRUSTED_DEVICE_TOKEN } from '../../../crypto/token-prefixes.ts';
import type { Visitor } from '../../terms/visitor.ts';
import { checkUse, findDevice, startCheck } from './check-store.ts';
import {
  deleteExpiredDevices,
  deviceInsertion,
  deviceOfSession,
  deviceRemoval,
  listDevicesOf,
  oldestRemoval,
  removeDevices,
  writeDevice,
  type DeviceStatements,
  type EndedTrust,
} from './store.ts';
import type { TrustedDevice, FaceDevice, HeldDevice } from './device.ts';

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
  statements: DeviceStatements;
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
    statements: {
      before: [deviceRemoval(ctx.db, { held: await readTrustCookie(replaces) })],
      insertion: deviceInsertion(ctx.db, trusted, owner),
      after: [
        ...behind,
        deviceOfSession(ctx.db, id, sessionId),
        oldestRemoval(ctx.db, accountId, MAX_TRUSTED),
      ],
    },
  };
}

/**
 * @param before also written, in the same transaction
 * @returns false when the session that trusts had ended: no device was written
 */
export const writeTrust = (
  { db }: Context,
  { statements }: PreparedTrust,
  before: readonly Statement[] = [],
): Promise<boolean> =>
  writeDevice(db, { ...statements, before: [...before, ...statements.before] });

/** For the batch that ends it, before sessions go. @param when without which none ends */
export const prepareEndOfTrust = (
  { db }: Pick<Context, 'db'>,
  ended: EndedTrust,
  when?: Condition,
): Statement => deviceRemoval(db, ended, when);

export const endTrust = (ctx: Context, ended: EndedTrust): Promise<void> =>
  removeDevices(ctx.db, ended);

/** @returns those that are trusted now, the latest first */
export const listTrustedDevices = (ctx: Context, accountId: number): Promise<TrustedDevice[]> =>
  listDevicesOf(ctx.db, accountId, ctx.now());

/** One read. @returns undefined unless the device is trusted now, and its account has a face */
export async function findFaceDevice(
  { db, now }: Pick<Context, 'db' | 'now'>,
  cookie: string | undefined,
): Promise<FaceDevice | undefined> {
  const held = await readTrustCookie(cookie);
  return held && findDevice(db, held, now());
}

/**
 * A check begins for the device, in place of one before. Counted where it begins, so that nothing is gained by leaving it or by
 * many at once; a success clears the count.
 * @param checkId its session @returns false while three in a row have failed, for an hour after the last
 */
export const countCheck = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  deviceId: string,
  checkId: string,
): Promise<boolean> => startCheck(db, deviceId, checkId, now());

/** For the batch of a sign-in: changes a row if that check may still sign in here, once, by that face. */
export const useOfCheck = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  { device, face, checkId = '' }: FaceDevice,
): Statement => checkUse(db, { deviceId: device.id, checkId, faceId: face.id }, now());

/** By cron. Those that have expired are ignored already when they are read. */
export const forgetExpiredDevices = (ctx: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteExpiredDevices(ctx.db, ctx.now());
