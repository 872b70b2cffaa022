// Sign-up with email and password: the form, and the page that asks people to check their email.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import {
  signUpWithPassword,
  type SignUpFaults,
} from '../../domain/signing-in/account-lifecycle/sign-up.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clientAddress } from '../../http/client-address.ts';
import { pathOfDestination, readConsent, readDestination } from '../../http/auth/consent.ts';
import { browserProofs } from '../../http/form-token.ts';
import { renderPage } from '../../http/pages/render-page.ts';
import type { Texts } from '../../http/pages/texts.ts';
import { readViewer } from '../../http/pages/viewer.ts';
import { readForm, type PostedForm } from './posted-form.ts';
import { refusalAlert, describeWait } from './refusal.ts';
import { siteOf, uiLocalesOf } from './requesting-site.tsx';
import { SignUpPage, SignUpSentPage, type SignUpView } from './signup-view.tsx';
import { pathTo } from './navigation.ts';

export function registerSignUp(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/signup', async (c) => {
    const destination = readDestination((name) => c.req.query(name));
    return showSignUp(c, { destination }, 200);
  });

  surface.post('/signup', async (c) => {
    const form = await readForm(c);
    const viewer = await readViewer(c);
    viewer.here = pathTo('/signup', { ...form.destination });
    const outcome = await signUpWithPassword(c.get('ctx'), {
      email: form.text('email'),
      password: form.text('password'),
      displayName: form.text('display_name'),
      locale: viewer.language,
      ip: clientAddress(c),
      browser: browserProofs(c)[0],
      continueTo: pathOfDestination(form.destination),
    }).catch(refusalAlert);
    if (outcome.ok)
      return renderPage(
        c,
        <SignUpSentPage viewer={viewer} email={outcome.email} again={viewer.here} />,
      );
    return 'faults' in outcome
      ? showSignUp(c, { ...typedIn(form), faults: faultTexts(viewer.t, outcome.faults) }, 422)
      : showSignUp(c, { ...typedIn(form), fault: describeWait(c, viewer.t, outcome) }, 429);
  });
}

async function showSignUp(
  c: HonoContext<AppEnv>,
  view: SignUpView,
  status: 200 | 422 | 429,
): Promise<Response> {
  const consent = await readConsent(c, view.destination.session);
  const viewer = await readViewer(c, { uiLocales: uiLocalesOf(consent) });
  const page = <SignUpPage viewer={viewer} view={{ ...view, site: consent && siteOf(consent) }} />;
  return renderPage(c, page, { status });
}

const typedIn = (form: PostedForm): SignUpView => ({
  destination: form.destination,
  email: form.text('email'),
  displayName: form.text('display_name'),
});

function faultTexts(t: Texts, faults: SignUpFaults): NonNullable<SignUpView['faults']> {
  return {
    ...(faults.email && { email: t('field.email_invalid') }),
    ...(faults.password && { password: t(`password.${faults.password}`) }),
    ...(faults.displayName && { display_name: t('field.display_name_invalid') }),
  };
}
