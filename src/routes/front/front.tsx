// The front page: what this service is, for people who were asked for their age and for operators
// of sites. It needs no database and sets no cookie.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Child } from 'hono/jsx';
import type { PageIconName } from '../../http/pages/parts/icon-paths.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { Document } from '../../http/pages/parts/document.tsx';
import { ButtonLink } from '../../http/pages/parts/form.tsx';
import { Panel } from '../../http/pages/parts/panel.tsx';
import { renderPage } from '../../http/pages/render-page.ts';
import { readAnonymousViewer } from '../../http/pages/viewer.ts';
import type { Viewer } from '../../http/pages/page-viewer.ts';
import { sendTagged } from '../../http/public-file.ts';

export function registerFrontPage(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/', async (c) => {
    const viewer = await readAnonymousViewer(c);
    const page = await renderPage(c, <FrontPage viewer={viewer} />);
    // The language depends on a cookie or the browser's settings, so only the visitor's browser may
    // cache the page, and must revalidate it.
    c.header('Cache-Control', 'private, no-cache');
    c.header('Vary', 'Accept-Language, Cookie');
    return sendTagged(c, await page.text(), 'text/html; charset=utf-8');
  });
}

function FrontPage({ viewer }: { viewer: Viewer }) {
  const { t, serviceName } = viewer;
  return (
    <Document
      viewer={viewer}
      title={t('front.title')}
      layout="account"
      about={t('front.lead', { service: serviceName })}
    >
      <main class="front" id="content" tabindex={-1}>
        <div class="front-head">
          <h1>{t('front.title')}</h1>
          <p class="lead">{t('front.lead', { service: serviceName })}</p>
        </div>
        <div class="tiles">
          <Tile icon="person" title={t('front.person_title')} text={t('front.person_text')}>
            <ButtonLink href="/signin">{t('signin.title')}</ButtonLink>
            <ButtonLink href="/signup" look="soft">
              {t('signup.title')}
            </ButtonLink>
          </Tile>
          <Tile icon="sites" title={t('front.site_title')} text={t('front.site_text')}>
            <ButtonLink href="/docs" look="soft">
              {t('front.docs')}
            </ButtonLink>
            <ButtonLink href="/dashboard" look="plain">
              {t('front.dashboard')}
            </ButtonLink>
          </Tile>
        </div>
      </main>
    </Document>
  );
}

interface TileProps {
  icon: PageIconName;
  title: string;
  text: string;
  /** The links of the tile. */
  children: Child;
}

function Tile({ icon, title, text, children }: TileProps) {
  return (
    <Panel icon={icon} title={title}>
      <p>{text}</p>
      <div class="front-links">{children}</div>
    </Panel>
  );
}
