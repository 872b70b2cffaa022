// The page that a confirmation link in an email opens. Opening the page changes nothing, because
// mail scanners open links too; pressing its button confirms the address.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import {
  confirmEmail,
  demandOf,
  type EmailConfirmed,
} from '../../domain/signing-in/account-lifecycle/confirm-email.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readSignInCookies, setSignInCookies } from '../../http/auth/account-cookie.ts';
import { readVisitor } from '../../http/auth/visitor.ts';
import { browserProofs } from '../../http/form-token.ts';
import { readLocalPath } from '../../http/local-path.ts';
import { ConfirmPage } from '../../http/pages/confirm-page.tsx';
import { Document } from '../../http/pages/parts/document.tsx';
import { ButtonLink } from '../../http/pages/parts/form.tsx';
import { Notice } from '../../http/pages/parts/notice.tsx';
import { LinkGonePage as GonePage, LinkUsedPage } from '../../http/pages/new-password-page.tsx';
import { renderPage } from '../../http/pages/render-page.ts';
import type { TextKey } from '../../http/pages/texts.ts';
import { readViewer } from '../../http/pages/viewer.ts';
import type { Viewer } from '../../http/pages/page-viewer.ts';
import { readForm } from './posted-form.ts';
import { refusalAlert, describeWait, type Busy } from './refusal.ts';
import { seeOther, HOME, pathTo } from './navigation.ts';

export function registerMailConfirm(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/mail/confirm', async (c) => {
    const token = c.req.query('token') ?? '';
    const viewer = await readViewer(c);
    const holder = { browsers: browserProofs(c), accountId: viewer.signIn?.account.id };
    const demand = await demandOf(c.get('ctx'), token, holder);
    if (demand === 'sign_in') return signInFirst(c, viewer, token);
    const asksPassword = demand === 'password';
    return renderPage(c, showConfirm(viewer, { token, asksPassword }));
  });

  surface.post('/mail/confirm', async (c) => {
    const form = await readForm(c);
    const viewer = await readViewer(c);
    const token = form.text('token');
    viewer.here = confirmPath(token);
    const outcome = await confirmEmail(c.get('ctx'), {
      token,
      visitor: readVisitor(c),
      browsers: browserProofs(c),
      accountId: viewer.signIn?.account.id,
      password: form.has('password') ? form.text('password') : undefined,
      ...readSignInCookies(c),
    }).catch(refusalAlert);
    if (!outcome.ok) return showRefusal(c, viewer, token, outcome);
    if (outcome.kind === 'signed_up') {
      setSignInCookies(c, outcome);
      return seeOther(c, readLocalPath(outcome.continueTo) ?? HOME);
    }
    // The link is used up, so links on the page must not lead back to it.
    viewer.here = HOME;
    const [title, text] = RESULT_TEXTS[outcome.kind];
    return renderPage(c, <ConfirmedPage viewer={viewer} title={title} text={text} />);
  });
}

/**
 * Requires a sign-in to the account whose address changes, even when the browser is signed in to a
 * different account.
 */
function signInFirst(c: HonoContext<AppEnv>, { signIn }: Viewer, token: string): Response {
  const fresh = signIn === undefined ? undefined : '1';
  return seeOther(c, pathTo('/signin', { fresh, continue: confirmPath(token) }));
}

const confirmPath = (token: string): string => pathTo('/mail/confirm', { token });

function showRefusal(
  c: HonoContext<AppEnv>,
  viewer: Viewer,
  token: string,
  refused: Extract<EmailConfirmed, { ok: false }> | Busy,
): Response | Promise<Response> {
  if (refused.reason === 'used_link')
    return renderPage(c, <LinkUsedPage viewer={viewer} door="/signin" />);
  if (refused.reason === 'invalid_link' || refused.reason === 'taken')
    return renderPage(c, <LinkGonePage viewer={viewer} />, { status: 422 });
  if (refused.reason === 'sign_in_missing') return signInFirst(c, viewer, token);
  const isBusy = refused.reason === 'busy';
  const fault = isBusy ? describeWait(c, viewer.t, refused) : undefined;
  const wrong = refused.reason === 'password_wrong' && viewer.t('confirm.password_wrong');
  const view = { token, asksPassword: true, fault: fault ?? (wrong || undefined) };
  return renderPage(c, showConfirm(viewer, view), { status: isBusy ? 429 : 422 });
}

const RESULT_TEXTS = {
  mail_changed: ['security.email_confirmed', 'confirm.done_text'],
  mail_half_confirmed: ['confirm.half_title', 'confirm.half_text'],
} as const satisfies Record<string, readonly [TextKey, TextKey]>;

interface ConfirmView {
  token: string;
  /**
   * Whether the page asks for the password chosen at sign-up, which is necessary if the sign-up
   * began in a different browser: the link then creates the account.
   */
  asksPassword: boolean;
  /** The error message to display. */
  fault?: string | undefined;
}

const showConfirm = (viewer: Viewer, view: ConfirmView) => (
  <ConfirmPage
    viewer={viewer}
    action="/mail/confirm"
    lead={viewer.t(view.asksPassword ? 'confirm.password_text' : 'confirm.text')}
    {...view}
  />
);

function ConfirmedPage({ viewer, title, text }: { viewer: Viewer; title: TextKey; text: TextKey }) {
  const { t } = viewer;
  return (
    <Document viewer={viewer} title={t(title)}>
      <Notice icon="check" tone="good" title={t(title)}>
        <p class="lead">{t(text)}</p>
        <ButtonLink href="/account" look="soft">
          {t('error.home')}
        </ButtonLink>
      </Notice>
    </Document>
  );
}

/** The page for a link that was used or replaced, or has expired. */
export function LinkGonePage({ viewer }: { viewer: Viewer }) {
  return (
    <GonePage viewer={viewer}>
      <ButtonLink href="/signin" look="soft">
        {viewer.t('signin.title')}
      </ButtonLink>
    </GonePage>
  );
}
