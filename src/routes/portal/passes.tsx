// The page of age passes (D-152): a container for the script, because only the browser stores the
// passes. The page is the same for everyone, and needs neither database nor cookie. The site's
// request is in the URL fragment (`#`), which the server does not see.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from '../../http/app-env.ts';
import { Card, Document } from '../../http/pages/parts/document.tsx';
import { renderPage } from '../../http/pages/render-page.ts';
import { readAnonymousViewer } from '../../http/pages/viewer.ts';

export function registerPasses(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/passes', async (c) => {
    const viewer = await readAnonymousViewer(c);
    const { t, serviceName } = viewer;
    return renderPage(
      c,
      <Document viewer={viewer} title={t('passes.title')}>
        <Card>
          <h1>{t('passes.title')}</h1>
          <noscript>
            <p>{t('passes.script')}</p>
          </noscript>
          <div data-passes="" data-service={serviceName}></div>
        </Card>
      </Document>,
    );
  });
}
