// The pages for a forgotten password: one to request a link, and one to set a new password with it.
// Opening the link changes nothing.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import {
  requestPasswordReset,
  resetPassword,
} from '../../domain/signing-in/account-lifecycle/reset-password.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readDestination } from '../../http/auth/consent.ts';
import { clientAddress } from '../../http/client-address.ts';
import { LinkUsedPage, NewPasswordPage } from '../../http/pages/new-password-page.tsx';
import { renderPage } from '../../http/pages/render-page.ts';
import { readViewer } from '../../http/pages/viewer.ts';
import { LinkGonePage } from './mail-confirm.tsx';
import { ForgotPage, ForgotSentPage } from './password-view.tsx';
import { readForm } from './posted-form.ts';
import { refusalAlert, describeWait } from './refusal.ts';
import { seeOther, pathTo } from './navigation.ts';

const RESET = '/password/reset';

export function registerPassword(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/password/forgot', async (c) => {
    const viewer = await readViewer(c);
    const destination = readDestination((name) => c.req.query(name));
    return renderPage(c, <ForgotPage viewer={viewer} destination={destination} />);
  });

  surface.post('/password/forgot', answerForgot);

  surface.get(RESET, async (c) => {
    const viewer = await readViewer(c);
    const token = c.req.query('token') ?? '';
    return renderPage(c, <NewPasswordPage viewer={viewer} action={RESET} token={token} />);
  });

  surface.post(RESET, answerReset);
}

/** Responds in the same way for every email address (S-30). */
async function answerForgot(c: HonoContext<AppEnv>): Promise<Response> {
  const form = await readForm(c);
  const viewer = await readViewer(c);
  viewer.here = pathTo('/password/forgot', { ...form.destination });
  const email = form.text('email');
  const refused = await requestPasswordReset(c.get('ctx'), {
    email,
    ip: clientAddress(c),
  }).catch(refusalAlert);
  if (refused === undefined) return renderPage(c, <ForgotSentPage viewer={viewer} email={email} />);
  const view = { email, fault: describeWait(c, viewer.t, refused), destination: form.destination };
  return renderPage(c, <ForgotPage viewer={viewer} {...view} />, { status: 429 });
}

async function answerReset(c: HonoContext<AppEnv>): Promise<Response> {
  const form = await readForm(c);
  const viewer = await readViewer(c);
  const token = form.text('token');
  viewer.here = pathTo(RESET, { token });
  const password = form.text('new_password');
  const outcome = await resetPassword(c.get('ctx'), { token, password });
  if (outcome.ok) return seeOther(c, pathTo('/signin', { done: 'password' }));
  if (outcome.reason === 'used_link')
    return renderPage(c, <LinkUsedPage viewer={viewer} door="/signin" />);
  if (outcome.reason === 'invalid_link')
    return renderPage(c, <LinkGonePage viewer={viewer} />, { status: 422 });
  const fault = viewer.t(`password.${outcome.reason}`);
  const view = { viewer, action: RESET, token, fault };
  return renderPage(c, <NewPasswordPage {...view} />, { status: 422 });
}
