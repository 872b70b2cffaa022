// Sends the browser back to a site, with a redirect or with a page that leads there. After a form,
// browsers always get a page: they apply `form-action` to every redirect that follows a form,
// including the site's own later redirects, and would block the person's return (CSP 3, 6.4.1;
// D-138).
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
import { readAnonymousViewer } from './viewer.ts';
import type { Viewer } from './page-viewer.ts';

/**
 * Sends the browser to a site: by a redirect, or by a page that leads there.
 * @param to the validated redirect URI of a request, or another address that the site registered
 * @param status the redirect's status: 302 after a link; 303 after a form, so that the browser does
 *   not submit the form to the site as well (RFC 9700 4.12). Only clients that do not request HTML
 *   receive the 303; browsers receive a page
 */
export async function sendToSite(
  c: HonoContext<AppEnv>,
  to: SiteAnswer,
  status: 302 | 303,
): Promise<Response> {
  if (to.form !== undefined) return renderForm(c, to.url, to.form);
  if (to.fedcm !== undefined) return renderHandover(c, to.url, to.fedcm.code);
  if (status === 303 && wantsPage(c)) return renderLink(c, to.url);
  // RFC 9700 4.2.4: without a Referer header the code or state in an address cannot leak to third
  // parties.
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(to.url, status);
}

/**
 * Renders a form that the script submits immediately (widget/portal/leave.ts); without scripts
 * there is a button.
 */
async function renderForm(
  c: HonoContext<AppEnv>,
  action: string,
  values: Readonly<Record<string, string>>,
): Promise<Response> {
  const viewer = await readAnonymousViewer(c);
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
 * Renders the page for a window that the browser opened on behalf of a page of the site (FedCM):
 * the script passes the code to that page, and the browser closes the window
 * (widget/portal/hand-over.ts). In any other window, the page has a link to the site, and the code
 * is not passed on.
 * @param code absent after an error: the requesting page gets no code
 */
async function renderHandover(
  c: HonoContext<AppEnv>,
  address: string,
  code: string | undefined,
): Promise<Response> {
  const viewer = await readAnonymousViewer(c);
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

/**
 * Renders a page whose script navigates to the address immediately, replacing this page in the
 * history. Without scripts, a meta refresh in the document's head navigates there; the page also
 * has a link.
 */
async function renderLink(c: HonoContext<AppEnv>, address: string): Promise<Response> {
  const viewer = await readAnonymousViewer(c);
  // A normalised address cannot contain a double quote, which would end the attribute in the head.
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
