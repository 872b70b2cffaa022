// What the security page and its panels show, as data.
import type { AccountFace } from '../../../domain/faces/face-templates/enrolled-face.ts';
import type { Passkey } from '../../../domain/platform/credentials/passkey.ts';
import type { TrustedDevice } from '../../../domain/accounts/trusted-devices/device.ts';
import type { Session } from '../../../domain/signing-in/sessions/session.ts';

export interface SecurityView {
  email: string | undefined;
  emailVerified: boolean;
  /** An address that waits to be confirmed. */
  waitingEmail: string | undefined;
  hasPassword: boolean;
  passkeys: readonly Passkey[];
  sessions: readonly Session[];
  /** This browser's. */
  sessionId: string;
  /** Trusted ones. */
  devices: readonly TrustedDevice[];
  /** This browser's, if it is one. */
  deviceId: string | undefined;
  /** The one that is enrolled. */
  face: FaceDates | undefined;
  /** A face can be checked here. */
  seesFaces: boolean;
  /** Comes back with the code that was mailed. */
  trustToken?: string | undefined;
  /** The person proved who they are a short while ago. */
  isFresh: boolean;
  done?: string | undefined;
  /** Error text of the whole page. */
  fault?: string | undefined;
  /** Error texts by field. */
  faults?: { new_password?: string; new_email?: string; code?: string };
  typedEmail?: string | undefined;
}

/** Never what describes it. */
export type FaceDates = Pick<AccountFace, 'enrolledAtMs' | 'lastUsedAtMs'>;
