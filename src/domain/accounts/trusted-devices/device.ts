// A trusted browser, as plain data. trusted-device.ts adds, finds and removes trusted browsers.
import type { Account } from '../account.ts';
import type { AccountFace } from '../../faces/face-templates/enrolled-face.ts';

export interface TrustedDevice {
  id: string;
  device: string;
  place?: string;
  trustedAtMs: number;
  expiresAtMs: number;
  /** Time of the last sign-in by face on this device. */
  lastUsedAtMs?: number;
}

/** A device with its account and the account's face, for a sign-in. */
export interface FaceDevice {
  device: TrustedDevice;
  account: Account;
  face: AccountFace;
  /** The id of the face check whose success may now sign in on this device. */
  checkId?: string;
  /** Set after too many failed checks; until this time the face is refused. */
  blockedUntilMs?: number;
}

/**
 * The content of a browser's cookie: it proves the device only if its hash equals the stored one.
 */
export interface HeldDevice {
  id: string;
  secretHash: string;
}
