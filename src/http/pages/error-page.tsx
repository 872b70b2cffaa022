// Pages for requests that cannot be completed. envelope.ts renders the errors of JSON routes.
import type { Context as HonoContext } from 'hono';
import type { AppError } from '../../errors.ts';
import type { AppEnv } from '../app-env.ts';
import { recogniseError, renderError, setRetryAfter } from '../envelope.ts';
import { ERROR_STATUS } from '../error-status.ts';
import { wantsPage } from '../wants-page.ts';
import { Document } from './parts/document.tsx';
import { ButtonLink } from './parts/form.tsx';
import { Notice } from './parts/notice.tsx';
import { renderPage } from './render-page.ts';
import type { Texts } from './texts.ts';
import { readAnonymousViewer, readViewer } from './viewer.ts';
import type { Viewer } from './page-viewer.ts';
import { waitText } from './wait.ts';

/**
 * The 400 page for an invalid sign-in request from a site (D-35). It is never a redirect, because
 * nothing proves that the return address belongs to the site.
 * @param detail the cause in English, for the site's operators; it is shown below the text for
 *   visitors
 */
export async function renderSignInError(
  c: HonoContext<AppEnv>,
  detail?: string,
): Promise<Response> {
  const viewer = await readViewer(c);
  const { t } = viewer;
  const page = (
    <Document viewer={viewer} title={t('error.signin_title')}>
      <Notice icon="alert" tone="warn" title={t('error.signin_title')}>
        <p class="lead">{t('error.signin_text')}</p>
        {detail !== undefined && (
          <div class="detail">
            <p class="small">{t('error.signin_detail')}</p>
            <p lang="en" dir="ltr">
              <code>{detail}</code>
            </p>
          </div>
        )}
      </Notice>
    </Document>
  );
  return renderPage(c, page, { status: 400 });
}

/**
 * Renders any thrown value as a page; the counterpart of renderError for pages that people see.
 */
export async function renderErrorPage(error: unknown, c: HonoContext<AppEnv>): Promise<Response> {
  const known = await recogniseError(error, c);
  setRetryAfter(known, c);
  if (known.allow !== undefined) c.header('Allow', known.allow.join(', '));
  const status = statusOf(known);
  // Determining who is signed in requires the database, whose failure may have caused the error.
  const viewer = await readViewer(c, { isAnonymous: status >= 500 });
  const { title, text } = describeError(viewer.t, known);
  const page = (
    <Document viewer={viewer} title={title}>
      <Notice icon="alert" tone="warn" title={title}>
        <p class="lead">{text}</p>
        {status !== 503 && <WayOn viewer={viewer} />}
      </Notice>
    </Document>
  );
  return renderPage(c, page, { status });
}

/**
 * Renders errors for addresses that both people and programs use: a page for browsers, the envelope
 * for other clients.
 */
export const renderErrorAsWanted = (error: unknown, c: HonoContext<AppEnv>): Promise<Response> =>
  wantsPage(c) ? renderErrorPage(error, c) : renderError(error, c);

/** Renders the error for an unknown address, without looking up an account or setting a cookie. */
export async function renderUnmatched(error: AppError, c: HonoContext<AppEnv>): Promise<Response> {
  if (wantsPage(c)) await readAnonymousViewer(c);
  return renderErrorAsWanted(error, c);
}

function WayOn({ viewer: { t, signIn } }: { viewer: Viewer }) {
  const isStranger = signIn === undefined;
  return (
    <div class="actions">
      <ButtonLink href={isStranger ? '/' : '/account'} look="soft">
        {t(isStranger ? 'error.start' : 'error.home')}
      </ButtonLink>
    </div>
  );
}

function describeError(t: Texts, error: AppError): { title: string; text: string } {
  const status = statusOf(error);
  if (status === 404 || status === 405)
    return { title: t('error.missing_title'), text: t('error.missing_text') };
  if (status === 429)
    return { title: t('error.busy_title'), text: waitText(t, error.retryAfterSeconds) };
  if (status === 503) return { title: t('error.away_title'), text: t('error.away_text') };
  if (status === 500) return { title: t('error.broken_title'), text: t('error.broken_text') };
  return { title: t('error.refused_title'), text: t('error.refused_text') };
}

function statusOf(error: AppError) {
  const status = ERROR_STATUS[error.code];
  return status === 401 ? 403 : status;
}
