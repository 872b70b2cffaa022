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
  /** The id of the face check that, if it succeeds, may now sign the owner in on this device. */
  checkId?: string;
  /** Set after too many failed checks; until this time the face is refused. */
  blockedUntilMs?: number;
}

/**
 * The content of a browser's cookie: it proves that the browser is trusted only if `secretHash`
 * equals the stored hash.
 */
export interface HeldDevice {
  id: string;
  secretHash: string;
}
