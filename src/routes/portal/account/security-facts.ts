// The data of the security page and its panels.
import type { AccountFace } from '../../../domain/faces/face-templates/enrolled-face.ts';
import type { Passkey } from '../../../domain/platform/credentials/passkey.ts';
import type { TrustedDevice } from '../../../domain/accounts/trusted-devices/device.ts';
import type { Session } from '../../../domain/signing-in/sessions/session.ts';

export interface SecurityView {
  email: string | undefined;
  emailVerified: boolean;
  /** The new email address, until it is confirmed. */
  waitingEmail: string | undefined;
  hasPassword: boolean;
  passkeys: readonly Passkey[];
  sessions: readonly Session[];
  /** The id of this browser's session. */
  sessionId: string;
  devices: readonly TrustedDevice[];
  /** The id of this browser as a trusted device, if it is one. */
  deviceId: string | undefined;
  /** Dates of the enrolled face. */
  face: FaceDates | undefined;
  /** Whether this installation can check faces. */
  seesFaces: boolean;
  /**
   * The token that the form for trusting this browser sends back together with the code from the
   * email.
   */
  trustToken?: string | undefined;
  /** Whether the person signed in recently. */
  isFresh: boolean;
  done?: string | undefined;
  /** The error message for the whole page. */
  fault?: string | undefined;
  /** Error texts by field. */
  faults?: { new_password?: string; new_email?: string; code?: string };
  typedEmail?: string | undefined;
}

/** The dates of the enrolled face, without its template. */
export type FaceDates = Pick<AccountFace, 'enrolledAtMs' | 'lastUsedAtMs'>;
