// Exports everything that the service knows about a person, for that person (GDPR article 20). The
// export contains no secrets and no hashes.
import type { Context } from '../../../context.ts';
import { listAgeChecks, type ListedCheck } from '../age-sharing/age-check.ts';
import { readEmailChange } from '../email-changes/email-change.ts';
import type { EmailChange } from '../email-changes/pending-change.ts';
import { listConnections } from '../../openid/grants/connections.ts';
import { listLoginHistory } from '../../accounts/login-history/login-history.ts';
import type { LoginAttempt } from '../../accounts/login-history/login-attempt.ts';
import { listNotifications } from '../../accounts/notifications/notification.ts';
import type { Notification } from '../../accounts/notifications/notice-type.ts';
import type { Passkey } from '../../platform/credentials/passkey.ts';
import { listPasskeys } from '../authentication/own-passkeys.ts';
import { listSessions } from '../authentication/devices.ts';
import { requireFreshSignIn } from '../sessions/sign-in.ts';
import type { Session, SignIn } from '../sessions/session.ts';
import { listTrustedDevices } from '../../accounts/trusted-devices/trusted-device.ts';
import type { TrustedDevice } from '../../accounts/trusted-devices/device.ts';
import type { KeptAge } from '../../accounts/verified-ages/kept-age.ts';
import { readKeptAge } from '../../accounts/verified-ages/verified-age.ts';
import { readAccountFace } from '../../faces/face-templates/account-face.ts';
import type { AccountFace } from '../../faces/face-templates/enrolled-face.ts';
import type { Account } from '../../accounts/account.ts';

interface AccountData {
  account: Account;
  emailChange?: EmailChange;
  /** The verified age, how it was checked, and whether the service currently accepts it. */
  verifiedAge?: KeptAge & { counts: boolean };
  /** The account's own checks, until they are erased. */
  ageChecks: ListedCheck[];
  sessions: Session[];
  trustedDevices: TrustedDevice[];
  /** Facts about the enrolled face, without its descriptor, which never leaves the service. */
  face?: Pick<AccountFace, 'enrolledAtMs' | 'lastUsedAtMs' | 'consent'>;
  passkeys: Omit<Passkey, 'publicKey' | 'counter'>[];
  connections: Awaited<ReturnType<typeof listConnections>>;
  loginHistory: LoginAttempt[];
  notifications: Notification[];
  exportedAtMs: number;
}

/** The maximum length of lists that strangers can fill by guessing passwords. */
const MOST = 10_000;

/** @throws AppError FRESH_SIGN_IN_REQUIRED */
export async function exportAccountData(ctx: Context, signIn: SignIn): Promise<AccountData> {
  requireFreshSignIn(ctx, signIn);
  const { account } = signIn;
  const { id } = account;
  const [
    emailChange,
    { kept, age },
    ageChecks,
    sessions,
    trustedDevices,
    face,
    passkeys,
    connections,
    loginHistory,
    notifications,
  ] = await Promise.all([
    readEmailChange(ctx, id),
    readKeptAge(ctx, id),
    listAgeChecks(ctx, account),
    listSessions(ctx, id),
    listTrustedDevices(ctx, id),
    readAccountFace(ctx, id),
    listPasskeys(ctx, id),
    listConnections(ctx, id),
    listLoginHistory(ctx, id, MOST),
    listNotifications(ctx, id, MOST),
  ]);
  return {
    account,
    ...(emailChange !== undefined && { emailChange }),
    ...(kept !== undefined && { verifiedAge: { ...kept, counts: age !== undefined } }),
    ageChecks,
    sessions,
    trustedDevices,
    ...(face !== undefined && { face: shownOf(face) }),
    passkeys: passkeys.map(({ publicKey: _key, counter: _counter, ...shown }: Passkey) => shown),
    connections,
    loginHistory,
    notifications,
    exportedAtMs: ctx.now(),
  };
}

const shownOf = ({ enrolledAtMs, lastUsedAtMs, consent }: AccountFace) => ({
  enrolledAtMs,
  lastUsedAtMs,
  consent,
});
