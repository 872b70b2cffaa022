// Sends the browser to the site or the sign-in page after a sign-out. If sites have their own
// logout addresses, a page opens them in frames first (OpenID Connect Front-Channel Logout 1.0).
import type { Context as HonoContext } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { framingPageHeaders } from '../security-headers.ts';
import { Document } from './parts/document.tsx';
import { ButtonLink } from './parts/form.tsx';
import { Notice } from './parts/notice.tsx';
import { renderPage } from './render-page.ts';
import { sendToSite } from './leaving-page.tsx';
import { readAnonymousViewer } from './viewer.ts';
import type { Viewer } from './page-viewer.ts';

export const SIGNED_OUT = '/signin?done=signed_out';

/**
 * @param frames the sites' logout addresses, absolute
 * @param next a path of this service, or an address that a site registered
 * @param status the status of the redirect when there are no frames to open
 */
export async function leaveSignedOut(
  c: HonoContext<AppEnv>,
  { frames, next, status }: { frames: readonly string[]; next: string; status: 302 | 303 },
): Promise<Response> {
  if (frames.length === 0)
    return next.startsWith('/') ? c.redirect(next, status) : sendToSite(c, { url: next }, status);
  const viewer = { ...(await readAnonymousViewer(c)), signIn: undefined, here: SIGNED_OUT };
  const page = <SignedOutPage viewer={viewer} frames={frames} next={next} />;
  return renderPage(c, page, { headers: framingPageHeaders(frames) });
}

/**
 * The page with the frames. Its script opens the next address once they have loaded
 * (widget/portal/follow-sign-out-link.ts); without scripts there is a button.
 */
function SignedOutPage({
  viewer,
  frames,
  next,
}: {
  viewer: Viewer;
  frames: readonly string[];
  next: string;
}) {
  const { t } = viewer;
  return (
    <Document viewer={viewer} title={t('signout.done')}>
      <Notice icon="leave" title={t('signout.done')}>
        <p class="lead">{t('signout.sites')}</p>
        <div data-go-on>
          <ButtonLink href={next}>{t('leaving.action')}</ButtonLink>
        </div>
        {frames.map((src) => (
          <iframe hidden title="" src={src} sandbox="allow-scripts allow-same-origin" />
        ))}
      </Notice>
    </Document>
  );
}
