// The browser's way back to a site: a redirect, or a page that leads there. Behind a form it is always a page: browsers hold every
// redirect after a form to `form-action`, those of the site that come next included, and stop the person there (CSP 3, 6.4.1; D-138).
import type { Context as HonoContext } from 'hono';
import type { Child } from 'hono/jsx';
import type { SiteAnswer } from '../../domain/openid/grants/authorization-request.ts';
import type { AppEnv } from '../app-env.ts';
import { formPageHeaders, leavingFormHeaders } from '../security-headers.ts';
import { wantsPage } from '../wants-page.ts';
import { Document } from './parts/document.tsx';
import { ButtonLink, Submit } from './parts/form.tsx';
import { Notice } from './parts/notice.tsx';
import { renderPage } from './render-page.ts';
import { readStranger } from './viewer.ts';
import type { Viewer } from './page-viewer.ts';

/**
 * @param to of a request whose redirect URI was found registered, or another address that the site registered
 * @param status of a redirect, where nothing stops one: 302 of a link. 303 behind a form, which is for programs that ask for no page
 *   (RFC 9700 4.12: it is not posted to the site as well); browsers get a page
 */
export async function sendToSite(
  c: HonoContext<AppEnv>,
  to: SiteAnswer,
  status: 302 | 303,
): Promise<Response> {
  if (to.form !== undefined) return renderForm(c, to.url, to.form);
  if (to.fedcm !== undefined) return renderHandover(c, to.url, to.fedcm.code);
  if (status === 303 && wantsPage(c)) return renderLink(c, to.url);
  // RFC 9700 4.2.4: no Referer header carries the code or state of an address to third parties.
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(to.url, status);
}

/** The script sends the form at once (widget/portal/leave.ts); without it there is the button. */
async function renderForm(
  c: HonoContext<AppEnv>,
  action: string,
  values: Readonly<Record<string, string>>,
): Promise<Response> {
  const viewer = await readStranger(c);
  const page = (
    <LeavingPage viewer={viewer} address={action}>
      <form class="form" method="post" action={action} data-form data-leave>
        {Object.entries(values).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <Submit>{viewer.t('leaving.action')}</Submit>
      </form>
    </LeavingPage>
  );
  return renderPage(c, page, { headers: leavingFormHeaders() });
}

/**
 * In a window that the browser opened for a page of the site (FedCM): the script hands over and the browser closes the window
 * (widget/portal/hand-over.ts). Any other window has a link to the site, and nothing is handed to anybody.
 * @param code absent: an error, and the page that asked gets nothing
 */
async function renderHandover(
  c: HonoContext<AppEnv>,
  address: string,
  code: string | undefined,
): Promise<Response> {
  const viewer = await readStranger(c);
  const page = (
    <LeavingPage viewer={viewer} address={address}>
      <div data-hand-over={code ?? ''}>
        <ButtonLink href={address}>{viewer.t('leaving.action')}</ButtonLink>
      </div>
    </LeavingPage>
  );
  return renderPage(c, page, {
    headers: { ...formPageHeaders(), 'Referrer-Policy': 'no-referrer' },
  });
}

/** The script leaves at once, in place of this page; without it the page's head does, and there is the link. */
async function renderLink(c: HonoContext<AppEnv>, address: string): Promise<Response> {
  const viewer = await readStranger(c);
  // As browsers read it: what is within the quotes of the head cannot end there.
  const { href } = new URL(address);
  const page = (
    <LeavingPage viewer={viewer} address={href} leadsTo={href}>
      <div data-leave>
        <ButtonLink href={href}>{viewer.t('leaving.action')}</ButtonLink>
      </div>
    </LeavingPage>
  );
  return renderPage(c, page, {
    headers: { ...formPageHeaders(), 'Referrer-Policy': 'no-referrer' },
  });
}

function LeavingPage({
  viewer,
  address,
  leadsTo,
  children,
}: {
  viewer: Viewer;
  address: string;
  leadsTo?: string;
  children: Child;
}) {
  const { t } = viewer;
  const title = t('leaving.title', { host: new URL(address).host });
  return (
    <Document viewer={viewer} title={title} {...(leadsTo !== undefined && { leadsTo })}>
      <Notice icon="leave" title={title}>
        <p class="lead">{t('leaving.text')}</p>
        {children}
      </Notice>
    </Document>
  );
}
