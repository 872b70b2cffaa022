// A trusted browser, as plain data. trusted-device.ts adds, finds and removes trusted browsers.
import type { Account } from '../account.ts';
import type { AccountFace } from '../../faces/face-templates/enrolled-face.ts';

export interface TrustedDevice {
  id: string;
  device: string;
  place?: string;
  trustedAtMs: number;
  expiresAtMs: number;
  /** The time of the last sign-in by face on this device. */
  lastUsedAtMs?: number;
}

/** A device with its account and the account's face, for a sign-in. */
export interface FaceDevice {
  device: TrustedDevice;
  account: Account;
  face: AccountFace;
  /** The id of the face check that may sign the owner in on this device if it succeeds. */
  checkId?: string;
  /**
   * The time until which sign-ins by face are refused on this device; set after too many failed
   * checks.
   */
  blockedUntilMs?: number;
}

/**
 * The parsed content of a browser's trust cookie. It is accepted only if `secretHash` equals the
 * stored hash.
 */
export interface HeldDevice {
  id: string;
  secretHash: string;
}
