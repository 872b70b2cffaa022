// Functions for browsers that the owner of an account trusts (D-99): they prepare and write a
// trusted device, read its cookie, and remove it. The use cases that make a browser trusted are in
// domain/signing-in/authentication. The cookie alone signs nobody in: it is the first factor, and a
// face is the second.
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

/** The maximum number of trusted devices per account; a new device replaces the oldest one. */
const MAX_TRUSTED = 20;

/** @returns undefined if the value is not a trust cookie; the device itself is not looked up */
export async function readTrustCookie(cookie: string | undefined): Promise<HeldDevice | undefined> {
  const parsed = cookie === undefined ? undefined : parseToken(cookie);
  if (parsed?.prefix !== TRUSTED_DEVICE_TOKEN) return undefined;
  return { id: encodeObjectId(parsed.objectId), secretHash: await sha256Hex(parsed.secret) };
}

interface NewTrust {
  accountId: number;
  /** The session whose browser becomes trusted; if the session has ended, nothing is written. */
  sessionId: string;
  visitor: Visitor;
  /** The browser's current cookie, whichever account it belongs to: a browser has only one. */
  replaces: string | undefined;
  /**
   * Statements that directly follow the insert, each run only if the one before it changed
   * something.
   */
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
 * @param before more statements for the same transaction
 * @returns false when the session had already ended, so that no device was written
 */
export const writeTrust = (
  { db }: Context,
  { statements }: PreparedTrust,
  before: readonly Statement[] = [],
): Promise<boolean> =>
  writeDevice(db, { ...statements, before: [...before, ...statements.before] });

/**
 * Prepares the statement that ends the trust, for a sign-out's batch; it must run before the batch
 * deletes the sessions.
 * @param when the condition under which the trust ends
 */
export const prepareEndOfTrust = (
  { db }: Pick<Context, 'db'>,
  ended: EndedTrust,
  when?: Condition,
): Statement => deviceRemoval(db, ended, when);

export const endTrust = (ctx: Context, ended: EndedTrust): Promise<void> =>
  removeDevices(ctx.db, ended);

/** @returns currently trusted devices, newest first */
export const listTrustedDevices = (ctx: Context, accountId: number): Promise<TrustedDevice[]> =>
  listDevicesOf(ctx.db, accountId, ctx.now());

/**
 * Finds the device that a cookie identifies, with one database read.
 * @returns undefined unless the device is trusted now, and its account has a face
 */
export async function findFaceDevice(
  { db, now }: Pick<Context, 'db' | 'now'>,
  cookie: string | undefined,
): Promise<FaceDevice | undefined> {
  const held = await readTrustCookie(cookie);
  return held && findDevice(db, held, now());
}

/**
 * Begins a face check for the device, replacing any earlier one. The check is counted when it
 * begins, so that nobody gains attempts by abandoning checks or running many at once. A success
 * clears the count.
 * @param checkId the id of the check's session
 * @returns false if the last three checks did not succeed and the latest began less than an hour
 *   ago
 */
export const countCheck = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  deviceId: string,
  checkId: string,
): Promise<boolean> => startCheck(db, deviceId, checkId, now());

/**
 * Uses up the check, as part of a sign-in's batch. Changes a row only if the check may still sign
 * the owner in on this device with that face.
 */
export const useOfCheck = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  { device, face, checkId = '' }: FaceDevice,
): Statement => checkUse(db, { deviceId: device.id, checkId, faceId: face.id }, now());

/** Deletes expired devices, which are ignored on read anyway. Called by cron. */
export const forgetExpiredDevices = (ctx: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteExpiredDevices(ctx.db, ctx.now());
