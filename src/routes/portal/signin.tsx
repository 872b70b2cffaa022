// Sign-in with a password: the form and its handler. Passkeys are in passkey-ceremonies.ts.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { ConsentRequest } from '../../domain/signing-in/authorization/consent-request.ts';
import { nextStep } from '../../domain/signing-in/authorization/next-step.ts';
import type { SignIn } from '../../domain/signing-in/sessions/session.ts';
import { signInWithPassword } from '../../domain/signing-in/authentication/sign-in-with-password.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readSignInCookies, setSignInCookies } from '../../http/auth/account-cookie.ts';
import {
  pathOfDestination,
  readConsent,
  readDestination,
  type Destination,
} from '../../http/auth/consent.ts';
import { readVisitor } from '../../http/auth/visitor.ts';
import { renderPage } from '../../http/pages/render-page.ts';
import type { TextKey } from '../../http/pages/texts.ts';
import { readViewer } from '../../http/pages/viewer.ts';
import { readForm, type PostedForm } from './posted-form.ts';
import { refusalAlert, describeWait } from './refusal.ts';
import { siteOf, uiLocalesOf } from './requesting-site.tsx';
import { FACE_FAULTS, offeredName } from './signin-face.tsx';
import { SignInPage } from './signin-view.tsx';
import { seeOther, HOME, pathTo } from './navigation.ts';

/** Error texts by reason; a wrong password and an unknown address have the same text. */
const FAULTS = {
  invalid: { text: 'signin.wrong', status: 422 },
  locked: { text: 'signin.locked', status: 429 },
  suspended: { text: 'signin.suspended', status: 403 },
} as const satisfies Record<string, { text: TextKey; status: number }>;

/** Success messages for the previous step, by the value of the query parameter `done`. */
const DONE = {
  signed_out: 'signout.done',
  password: 'reset.done',
} as const satisfies Record<string, TextKey>;

export function registerSignIn(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/signin', async (c) => {
    const destination = readDestination((name) => c.req.query(name));
    const consent = await readConsent(c, destination.session);
    const { t, signIn } = await readViewer(c, { uiLocales: uiLocalesOf(consent) });
    const isFresh = c.req.query('fresh') === '1' && signIn !== undefined;
    const isOther = c.req.query('other') === '1';
    if (signIn !== undefined && !isFresh && !isOther && !asksToSignIn(c, consent, signIn))
      return seeOther(c, pathOfDestination(destination) ?? HOME);
    const fault = FACE_FAULTS[(c.req.query('face') ?? '') as keyof typeof FACE_FAULTS] as
      | TextKey
      | undefined;
    const done = DONE[(c.req.query('done') ?? '') as keyof typeof DONE] as TextKey | undefined;
    const email = isFresh ? signIn.account.email : consent?.request.loginHint;
    return showSignIn(c, {
      destination,
      consent,
      isFresh,
      isOther,
      email,
      ...(done !== undefined && { done: t(done) }),
      ...(fault !== undefined && { fault: t(fault) }),
    });
  });

  surface.post('/signin', async (c) => {
    const form = await readForm(c);
    const outcome = await signInWithPassword(c.get('ctx'), {
      email: form.text('email'),
      password: form.text('password'),
      visitor: readVisitor(c),
      ...readSignInCookies(c),
    }).catch(refusalAlert);
    if (!outcome.ok) return refuse(c, form, outcome);
    setSignInCookies(c, outcome);
    return seeOther(c, pathOfDestination(form.destination) ?? HOME);
  });
}

/**
 * Whether the site requires a new sign-in, because the current one is too old, belongs to a
 * different person, or was by face although the site refuses sign-ins by face.
 */
const asksToSignIn = (
  c: HonoContext<AppEnv>,
  consent: ConsentRequest | undefined,
  signIn: SignIn,
): boolean =>
  consent !== undefined &&
  nextStep(consent.request, { signIn, nowMs: c.get('ctx').now() }) === 'fresh_sign_in';

interface SignInState {
  destination: Destination;
  consent: ConsentRequest | undefined;
  isFresh: boolean;
  isOther: boolean;
  email: string | undefined;
  done?: string;
  fault?: string;
  status?: 200 | 403 | 422 | 429;
}

async function showSignIn(
  c: HonoContext<AppEnv>,
  { consent, status = 200, ...view }: SignInState,
): Promise<Response> {
  const viewer = await readViewer(c);
  // If no site is waiting, the fresh sign-in is for one of our protected pages, and signing in with
  // a face is not enough for those.
  const isOffered = !view.isFresh || consent !== undefined;
  const faceOf = isOffered ? await offeredName(c, consent) : undefined;
  const site = consent && siteOf(consent);
  const page = <SignInPage viewer={viewer} view={{ ...view, site, faceOf }} />;
  return renderPage(c, page, { status });
}

type Refused =
  | { reason: keyof typeof FAULTS; untilMs?: number }
  | { reason: 'busy'; retryAfterSeconds: number };

async function refuse(
  c: HonoContext<AppEnv>,
  form: PostedForm,
  outcome: Refused,
): Promise<Response> {
  const { destination } = form;
  const consent = await readConsent(c, destination.session);
  const viewer = await readViewer(c, { uiLocales: uiLocalesOf(consent) });
  const [isFresh, isOther] = [form.has('fresh'), form.has('other')];
  viewer.here = pathTo('/signin', {
    ...destination,
    fresh: isFresh ? '1' : undefined,
    other: isOther ? '1' : undefined,
  });
  const { text, status } =
    outcome.reason === 'busy'
      ? { text: describeWait(c, viewer.t, outcome), status: 429 as const }
      : { text: viewer.t(FAULTS[outcome.reason].text), status: FAULTS[outcome.reason].status };
  return showSignIn(c, {
    destination,
    consent,
    isFresh: isFresh && viewer.signIn !== undefined,
    isOther,
    email: form.text('email'),
    fault: text,
    status,
  });
}
