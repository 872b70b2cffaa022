// Signs this browser out. Opening the page does not sign the person out, because other sites can
// make a browser open it. Sites use routes/oauth/logout.ts, which sends people to this page when
// they must confirm the sign-out.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { readLogoutRequest } from '../../domain/signing-in/authorization/logout-request.ts';
import { signOutBrowser } from '../../domain/signing-in/sessions/sign-out-browser.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clearAccountCookie } from '../../http/auth/account-cookie.ts';
import { Document } from '../../http/pages/parts/document.tsx';
import { ButtonLink, Form, Submit } from '../../http/pages/parts/form.tsx';
import { Notice } from '../../http/pages/parts/notice.tsx';
import { leaveSignedOut, SIGNED_OUT } from '../../http/pages/signed-out-page.tsx';
import { renderPage } from '../../http/pages/render-page.ts';
import { readViewer } from '../../http/pages/viewer.ts';
import type { Viewer } from '../../http/pages/page-viewer.ts';
import { readAccountForm } from './posted-form.ts';
import { seeOther, HOME, pathTo } from './navigation.ts';

/**
 * The site's query parameters. The form carries them, and they are checked again when the form is
 * posted.
 */
const SITE_PARAMETERS = [
  'id_token_hint',
  'client_id',
  'post_logout_redirect_uri',
  'state',
] as const;

export function registerSignOut(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/signout', async (c) => {
    const request = await readLogoutRequest(c.get('ctx'), new URL(c.req.url).search.slice(1));
    const viewer = await readViewer(c);
    if (viewer.signIn === undefined) return seeOther(c, SIGNED_OUT);
    const sent = request.ok ? SITE_PARAMETERS : [];
    const hidden = Object.fromEntries(sent.map((name) => [name, c.req.query(name)]));
    const page = <SignOutPage viewer={viewer} hidden={hidden} />;
    return renderPage(c, page);
  });

  surface.post('/signout', async (c) => {
    const { signIn } = await readViewer(c);
    if (signIn === undefined) return seeOther(c, SIGNED_OUT);
    const form = await readAccountForm(c, signIn);
    const sent = SITE_PARAMETERS.map((name) => [name, form.text(name) || undefined] as const);
    const [, encoded = ''] = pathTo('', Object.fromEntries(sent)).split('?');
    const request = await readLogoutRequest(c.get('ctx'), encoded);
    const frames = await signOutBrowser(c.get('ctx'), signIn.session.id);
    clearAccountCookie(c);
    const next = (request.ok ? request.returnTo : undefined) ?? SIGNED_OUT;
    return leaveSignedOut(c, { frames, next, status: 303 });
  });
}

function SignOutPage({
  viewer,
  hidden,
}: {
  viewer: Viewer;
  hidden: Readonly<Record<string, string | undefined>>;
}) {
  const { t } = viewer;
  return (
    <Document viewer={viewer} title={t('signout.title')}>
      <Notice icon="leave" title={t('signout.title')}>
        <p class="lead">{t('signout.text')}</p>
        <Form action="/signout" hidden={hidden}>
          <Submit>{t('signout.action')}</Submit>
        </Form>
        <ButtonLink href={HOME} look="soft">
          {t('back')}
        </ButtonLink>
      </Notice>
    </Document>
  );
}
