// The rules for grants in the device flow (RFC 8628): the device polls for its tokens while a
// person answers the request in a browser. Pure, like grant-rules.ts.
import { LIFETIMES } from '../../../config/config.ts';
import { equalInConstantTime } from '../../../crypto/hash.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import {
  DEVICE_SLACK_MS,
  liveRecord,
  refuse,
  type Change,
  type CodeRedemption,
  type Exchanged,
  type PushedProof,
  type StoredGrant,
  type WaitingDevice,
} from './grant-rules.ts';

/** The polling interval (RFC 8628 3.2, 3.5). */
export const INTERVAL_MS = 5_000;

export type DeviceRedemption = Omit<
  CodeRedemption,
  'codeHash' | 'redirectUri' | 'codeChallenge'
> & {
  /** SHA-256 of the secret in the device code. */
  secretHash: string;
};

/**
 * Begins a grant for a device that requests authorization and shows a user code.
 * @param proof proves that a person typed that code; valid until the request is answered, as for a
 *   pushed request
 */
export const beginDevice = (
  request: AuthorizationRequest,
  proof: PushedProof,
  device: Pick<WaitingDevice, 'secretHash' | 'expiresAtMs'>,
): Change<undefined> => ({
  outcome: undefined,
  record: {
    request,
    pushed: { ...proof, expiresAtMs: device.expiresAtMs },
    device: { ...device, intervalMs: INTERVAL_MS },
  },
  forgetAtMs: device.expiresAtMs + DEVICE_SLACK_MS,
});

/**
 * Handles a device's poll for its tokens, which it receives once. RFC 8628 3.5: a device that polls
 * too soon must wait five seconds longer before each later poll; if the person has already
 * answered, the outcome is returned immediately. A call by another client changes nothing.
 */
export function redeemDevice(
  { record }: StoredGrant,
  { secretHash, clientId, refreshHash, keyThumbprint, bindsRefresh = false }: DeviceRedemption,
  nowMs: number,
): Change<Exchanged> {
  const grant = liveRecord(record);
  const { device } = grant ?? {};
  if (grant === undefined || device === undefined) return refuse('unknown');
  if (!equalInConstantTime(device.secretHash, secretHash)) return refuse('unknown');
  const { request, approval, code } = grant;
  if (request.clientId !== clientId) return refuse('foreign');
  if (device.isDenied === true) return refuse('denied');
  // Consent given at the last moment still counts, because the code expires later than the request.
  if (nowMs >= Math.max(device.expiresAtMs, code?.expiresAtMs ?? 0)) return refuse('expired');
  if (approval === undefined)
    return { ...ask(device, nowMs, (one) => ({ ...grant, device: one })) };
  const family = {
    ...(bindsRefresh && keyThumbprint !== undefined && { keyThumbprint }),
    currentHash: refreshHash,
    startedAtMs: nowMs,
    rotatedAtMs: nowMs,
  };
  return {
    outcome: { ok: true, facts: { request, approval }, refreshHash },
    record: { request, approval, family },
    forgetAtMs: nowMs + LIFETIMES.refreshIdleMs + LIFETIMES.accessTokenMs,
  };
}

function ask(
  device: WaitingDevice,
  nowMs: number,
  withDevice: (device: WaitingDevice) => NonNullable<Change<Exchanged>['record']>,
): Change<Exchanged> {
  const { askedAtMs = -Infinity, intervalMs } = device;
  // A poll may come a second early, because network delay varies by about that much.
  const isSoon = nowMs < askedAtMs + intervalMs - 1_000;
  const next = { ...device, askedAtMs: nowMs, intervalMs: intervalMs + (isSoon ? INTERVAL_MS : 0) };
  return { ...refuse(isSoon ? 'slow_down' : 'pending'), record: withDevice(next) };
}
