// Sign-in with a password: the form and its answer. Passkeys: passkey-ceremonies.ts.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { signInWithPassword } from '../../domain/authentication/sign-in-with-password.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readAccountCookie, setAccountCookie } from '../../http/auth/account-cookie.ts';
import { readVisitor } from '../../http/auth/visitor.ts';
import { readLocalPath } from '../../http/local-path.ts';
import { renderPage } from '../../http/pages/render-page.ts';
import type { TextKey } from '../../http/pages/texts.ts';
import { beginVisit } from '../../http/pages/visit.ts';
import { readForm, type PostedForm } from './posted-form.ts';
import { refusalAlert, tellWait } from './refusal.ts';
import { SignInPage } from './signin-view.tsx';
import { readWaitingSite, type WaitingSite } from './waiting-site.ts';
import { goOn, HOME, pathTo } from './way.ts';

/** Reasons in words; a wrong password and an unknown address are one. */
const FAULTS = {
  invalid: { text: 'signin.wrong', status: 422 },
  locked: { text: 'signin.locked', status: 429 },
  suspended: { text: 'signin.suspended', status: 403 },
} as const satisfies Record<string, { text: TextKey; status: number }>;

/** What brought somebody here who is told that it went well. */
const DONE = {
  signed_out: 'signout.done',
  password: 'reset.done',
} as const satisfies Record<string, TextKey>;

export function registerSignIn(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/signin', async (c) => {
    const continueTo = readLocalPath(c.req.query('continue'));
    const site = await readWaitingSite(c, continueTo);
    const { t, signIn } = await beginVisit(c, { uiLocales: site?.uiLocales ?? [] });
    const isFresh = c.req.query('fresh') === '1' && signIn !== undefined;
    const isOther = c.req.query('other') === '1';
    if (signIn !== undefined && !isFresh && !isOther && site?.asksToSignIn !== true)
      return goOn(c, continueTo ?? HOME);
    const done = DONE[(c.req.query('done') ?? '') as keyof typeof DONE] as TextKey | undefined;
    const email = isFresh ? signIn.account.email : site?.loginHint;
    return showSignIn(c, {
      continueTo,
      site,
      isFresh,
      email,
      ...(done !== undefined && { done: t(done) }),
    });
  });

  surface.post('/signin', async (c) => {
    const form = await readForm(c);
    const outcome = await signInWithPassword(c.get('ctx'), {
      email: form.text('email'),
      password: form.text('password'),
      visitor: readVisitor(c),
      replaces: readAccountCookie(c),
    }).catch(refusalAlert);
    if (!outcome.ok) return refuse(c, form, outcome);
    setAccountCookie(c, outcome.cookie);
    return goOn(c, form.continueTo ?? HOME);
  });
}

interface Shown {
  continueTo: string | undefined;
  site: WaitingSite | undefined;
  isFresh: boolean;
  email: string | undefined;
  done?: string;
  fault?: string;
  status?: 200 | 403 | 422 | 429;
}

async function showSignIn(
  c: HonoContext<AppEnv>,
  { site, status = 200, ...view }: Shown,
): Promise<Response> {
  const visit = await beginVisit(c);
  const page = <SignInPage visit={visit} view={{ ...view, asker: site?.asker }} />;
  return renderPage(c, page, { status, formTargets: site?.formTargets ?? [] });
}

type Refused =
  { reason: keyof typeof FAULTS; untilMs?: number } | { reason: 'busy'; retryAfterSeconds: number };

async function refuse(
  c: HonoContext<AppEnv>,
  form: PostedForm,
  outcome: Refused,
): Promise<Response> {
  const { continueTo } = form;
  const site = await readWaitingSite(c, continueTo);
  const visit = await beginVisit(c, { uiLocales: site?.uiLocales ?? [] });
  visit.here = pathTo('/signin', { continue: continueTo });
  const { text, status } =
    outcome.reason === 'busy'
      ? { text: tellWait(c, visit.t, outcome), status: 429 as const }
      : { text: visit.t(FAULTS[outcome.reason].text), status: FAULTS[outcome.reason].status };
  return showSignIn(c, {
    continueTo,
    site,
    isFresh: form.has('fresh') && visit.signIn !== undefined,
    email: form.text('email'),
    fault: text,
    status,
  });
}
