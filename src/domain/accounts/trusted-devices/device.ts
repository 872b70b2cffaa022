// A trusted browser, as data. Trusting, finding and ending one: trusted-device.ts.
import type { Account } from '../account.ts';
import type { AccountFace } from '../../faces/face-templates/enrolled-face.ts';

export interface TrustedDevice {
  id: string;
  device: string;
  place?: string;
  trustedAtMs: number;
  expiresAtMs: number;
  /** When a face last signed in here. */
  lastUsedAtMs?: number;
}

/** A device as sign-in needs it: with its account, and the face that belongs to it. */
export interface FaceDevice {
  device: TrustedDevice;
  account: Account;
  face: AccountFace;
  /** The check that may sign in here now: the id of its session. */
  checkId?: string;
  /** Checks have failed too often: other ways only, until then. */
  blockedUntilMs?: number;
}

/** What a browser's cookie says: proof of the device only where the hash is the row's. */
export interface HeldDevice {
  id: string;
  secretHash: string;
}
