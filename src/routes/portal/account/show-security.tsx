// Loads the data of the security page, and renders the page.
import type { Context as HonoContext } from 'hono';
import { readEmailChange } from '../../../domain/signing-in/email-changes/email-change.ts';
import { listPasskeys } from '../../../domain/signing-in/authentication/own-passkeys.ts';
import { listSessions } from '../../../domain/signing-in/authentication/devices.ts';
import { listTrustedDevices } from '../../../domain/accounts/trusted-devices/trusted-device.ts';
import { readAccountFace } from '../../../domain/faces/face-templates/account-face.ts';
import { isFreshSignIn } from '../../../domain/signing-in/sessions/sign-in.ts';
import type { SignIn } from '../../../domain/signing-in/sessions/session.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { renderPage } from '../../../http/pages/render-page.ts';
import type { TextKey } from '../../../http/pages/texts.ts';
import { readViewer } from '../../../http/pages/viewer.ts';
import { SecurityPage } from './security-view.tsx';
import type { SecurityView } from './security-facts.ts';

/** Success messages for the previous step. */
const DONE = {
  saved: 'security.saved',
  password: 'security.password_saved',
  passkey_added: 'security.passkey_added',
  passkey_removed: 'security.passkey_removed',
  session: 'security.session_ended',
  sessions: 'security.sessions_ended',
  email: 'security.email_sent',
  device_trusted: 'security.device_trusted',
  device_ended: 'security.device_ended',
  face_enrolled: 'security.face_enrolled',
  face_deleted: 'security.face_deleted',
} as const satisfies Record<string, TextKey>;

/** Error messages for a check that was meant to enrol a face. */
const FAULTS = {
  face_failed: 'security.face_failed',
  face_canceled: 'age.canceled',
} as const satisfies Record<string, TextKey>;

/** @param refused errors and input of a rejected form */
export async function showSecurity(
  c: HonoContext<AppEnv>,
  { account, session }: SignIn,
  refused: Pick<SecurityView, 'fault' | 'faults' | 'typedEmail' | 'trustToken'>,
  status: 200 | 409 | 422 | 429,
): Promise<Response> {
  const ctx = c.get('ctx');
  const viewer = await readViewer(c);
  const [passkeys, sessions, waiting, devices, face] = await Promise.all([
    listPasskeys(ctx, account.id),
    listSessions(ctx, account.id),
    readEmailChange(ctx, account.id),
    listTrustedDevices(ctx, account.id),
    readAccountFace(ctx, account.id),
  ]);
  const told = (texts: Record<string, TextKey>) =>
    Object.entries(texts).find(([name]) => name === c.req.query('done'))?.[1];
  const [done, fault] = [told(DONE), told(FAULTS)];
  const view = {
    fault: fault && viewer.t(fault),
    ...refused,
    email: account.email,
    emailVerified: account.emailVerified,
    waitingEmail: waiting?.email,
    hasPassword: account.hasPassword,
    passkeys,
    sessions,
    sessionId: session.id,
    devices,
    face,
    seesFaces: ctx.face !== undefined,
    deviceId: session.trustedDeviceId,
    isFresh: isFreshSignIn(ctx, { session }),
    done: done && viewer.t(done),
  };
  return renderPage(c, <SecurityPage viewer={viewer} view={view} />, { status });
}
