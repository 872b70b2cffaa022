// The browser's way back to a site: a redirect, or a page whose form posts the answer (OAuth 2.0 Form Post Response Mode 1.0).
import type { Context as HonoContext } from 'hono';
import type { SiteAnswer } from '../../domain/openid/grants/authorization-request.ts';
import type { AppEnv } from '../app-env.ts';
import { leavingPageHeaders } from '../security-headers.ts';
import { Document } from './parts/document.tsx';
import { Submit } from './parts/form.tsx';
import { Notice } from './parts/notice.tsx';
import { renderPage } from './render-page.ts';
import { readStranger } from './viewer.ts';

/**
 * @param to of a request whose redirect URI was found registered
 * @param status of a redirect. RFC 9700 4.12: 303 after a form, so that it is not posted to the site as well
 */
export async function sendToSite(
  c: HonoContext<AppEnv>,
  to: SiteAnswer,
  status: 302 | 303,
): Promise<Response> {
  if (to.form !== undefined) return renderForm(c, to.url, to.form);
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
  const { t } = viewer;
  const title = t('leaving.title', { host: new URL(action).host });
  const page = (
    <Document viewer={viewer} title={title}>
      <Notice icon="leave" title={title}>
        <p class="lead">{t('leaving.text')}</p>
        <form class="form" method="post" action={action} data-form data-leave>
          {Object.entries(values).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <Submit>{t('leaving.action')}</Submit>
        </form>
      </Notice>
    </Document>
  );
  return renderPage(c, page, { headers: leavingPageHeaders(action) });
}
