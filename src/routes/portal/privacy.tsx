// The privacy notice, with the part of the tenant whose check led here, and the terms of use when there are any.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { readPrivacyPart } from '../../domain/tenants/privacy-part.ts';
import { notFound } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { renderPage } from '../../http/pages/render-page.ts';
import { readViewer } from '../../http/pages/viewer.ts';
import { PrivacyPage, TermsPage } from './privacy-view.tsx';

export function registerPrivacy(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/privacy', async (c) => {
    const ctx = c.get('ctx');
    const { operator } = ctx.config;
    const [tenantId, locale] = [c.req.query('tenant'), c.req.query('ui_locales')];
    const tenant = tenantId === undefined ? undefined : await readPrivacyPart(ctx, tenantId);
    const viewer = await readViewer(c, { ...(locale !== undefined && { uiLocales: [locale] }) });
    return renderPage(c, <PrivacyPage viewer={viewer} operator={operator} tenant={tenant} />);
  });

  surface.get('/terms', async (c) => {
    const { terms } = c.get('ctx').config.operator;
    if (terms === undefined) throw notFound();
    if ('url' in terms) return c.redirect(terms.url, 302);
    const viewer = await readViewer(c);
    return renderPage(c, <TermsPage viewer={viewer} paragraphs={terms.paragraphs} />);
  });
}
