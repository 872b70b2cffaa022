// Routes of the security page. The use cases require a fresh sign-in; without one the person signs
// in again and returns (index.ts).
import type { OpenAPIHono } from '@hono/zod-openapi';
import { changePassword } from '../../../domain/signing-in/account-lifecycle/reset-password.ts';
import {
  cancelEmailChange,
  requestEmailChange,
} from '../../../domain/signing-in/email-changes/email-change.ts';
import {
  removePasskey,
  renamePasskey,
} from '../../../domain/signing-in/authentication/own-passkeys.ts';
import { revokeSession } from '../../../domain/signing-in/authentication/devices.ts';
import { endSessionsOf } from '../../../domain/signing-in/sessions/sign-in.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { readViewer } from '../../../http/pages/viewer.ts';
import { readAccountForm } from '../posted-form.ts';
import { refusalAlert, describeWait } from '../refusal.ts';
import { seeOther, pathTo, whenSignedIn } from '../navigation.ts';
import { registerFace } from './face.tsx';
import { showSecurity } from './show-security.tsx';
import { registerTrust } from './trust.tsx';

const PAGE = '/account/security';
const doneWith = (done: string): string => pathTo(PAGE, { done });

export function registerSecurity(surface: OpenAPIHono<AppEnv>): void {
  surface.get(
    PAGE,
    whenSignedIn((c, signIn) => showSecurity(c, signIn, {}, 200)),
  );
  registerPassword(surface);
  registerEmail(surface);
  registerPasskeys(surface);
  registerSessions(surface);
  registerTrust(surface);
  registerFace(surface);
}

function registerPassword(surface: OpenAPIHono<AppEnv>): void {
  surface.post(
    `${PAGE}/password`,
    whenSignedIn(async (c, signIn) => {
      const form = await readAccountForm(c, signIn);
      const changed = await changePassword(c.get('ctx'), signIn, form.text('new_password'));
      if (changed.ok) return seeOther(c, doneWith('password'));
      if (changed.reason === 'ended') return seeOther(c, PAGE);
      const { t } = await readViewer(c);
      const fault =
        changed.reason === 'no_email' ? t('security.email_none') : t(`password.${changed.reason}`);
      return showSecurity(c, signIn, { faults: { new_password: fault } }, 422);
    }),
  );
}

function registerEmail(surface: OpenAPIHono<AppEnv>): void {
  surface.post(
    `${PAGE}/email`,
    whenSignedIn(async (c, signIn) => {
      const form = await readAccountForm(c, signIn);
      const typedEmail = form.text('new_email');
      const asked = await requestEmailChange(c.get('ctx'), signIn, typedEmail).catch(refusalAlert);
      if (asked.ok) return seeOther(c, doneWith('email'));
      const { t } = await readViewer(c);
      if (asked.reason === 'busy')
        return showSecurity(c, signIn, { typedEmail, fault: describeWait(c, t, asked) }, 429);
      const fault = t(asked.reason === 'same' ? 'security.email_same' : 'field.email_invalid');
      return showSecurity(c, signIn, { typedEmail, faults: { new_email: fault } }, 422);
    }),
  );

  surface.post(
    `${PAGE}/email/cancel`,
    whenSignedIn(async (c, signIn) => {
      await readAccountForm(c, signIn);
      await cancelEmailChange(c.get('ctx'), signIn.account.id);
      return seeOther(c, doneWith('saved'));
    }),
  );
}

function registerPasskeys(surface: OpenAPIHono<AppEnv>): void {
  surface.post(
    `${PAGE}/passkey/rename`,
    whenSignedIn(async (c, signIn) => {
      const form = await readAccountForm(c, signIn);
      const [id, name] = [Number(form.text('passkey')), form.text('name')];
      const renamed = await renamePasskey(c.get('ctx'), signIn, id, name);
      if (renamed.ok || renamed.reason === 'unknown') return seeOther(c, doneWith('saved'));
      const { t } = await readViewer(c);
      return showSecurity(c, signIn, { fault: t('field.display_name_invalid') }, 422);
    }),
  );

  surface.post(
    `${PAGE}/passkey/remove`,
    whenSignedIn(async (c, signIn) => {
      const form = await readAccountForm(c, signIn);
      const removed = await removePasskey(c.get('ctx'), signIn, Number(form.text('passkey')));
      if (removed.ok || removed.reason === 'unknown')
        return seeOther(c, doneWith('passkey_removed'));
      const { t } = await readViewer(c);
      return showSecurity(c, signIn, { fault: t('security.passkey_last') }, 409);
    }),
  );
}

function registerSessions(surface: OpenAPIHono<AppEnv>): void {
  surface.post(
    `${PAGE}/session/end`,
    whenSignedIn(async (c, signIn) => {
      const form = await readAccountForm(c, signIn);
      await revokeSession(c.get('ctx'), signIn, form.text('session'));
      return seeOther(c, doneWith('session'));
    }),
  );

  surface.post(
    `${PAGE}/sessions/end`,
    whenSignedIn(async (c, signIn) => {
      await readAccountForm(c, signIn);
      await endSessionsOf(c.get('ctx'), signIn.account.id, { except: signIn.session.id });
      return seeOther(c, doneWith('sessions'));
    }),
  );
}
