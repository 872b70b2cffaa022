// The privacy notice, with the part about the tenant whose check led to this page, and the terms of
// use when there are any.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { readPrivacyPart, type PrivacyPart } from '../../domain/customers/tenants/privacy-part.ts';
import { readPreviewedNotice } from '../../domain/integration/test-sessions/previewed-notice.ts';
import { notFound } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireBrowserProof } from '../../http/auth/browser-cookie.ts';
import { renderPage } from '../../http/pages/render-page.ts';
import { readViewer } from '../../http/pages/viewer.ts';
import { PrivacyPage, TermsPage } from './privacy-view.tsx';

export function registerPrivacy(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/privacy', async (c) => {
    const ctx = c.get('ctx');
    const { operator, turnstile } = ctx.config;
    const locale = c.req.query('ui_locales');
    const isPreview = c.req.query('preview') !== undefined;
    const tenant = await readTenant(c);
    const viewer = await readViewer(c, { ...(locale !== undefined && { uiLocales: [locale] }) });
    const parties = { operator, tenant, hasBotCheck: turnstile !== undefined };
    return renderPage(c, <PrivacyPage viewer={viewer} isPreview={isPreview} {...parties} />);
  });

  surface.get('/terms', async (c) => {
    const { terms } = c.get('ctx').config.operator;
    if (terms === undefined) throw notFound();
    if ('url' in terms) return c.redirect(terms.url, 302);
    const viewer = await readViewer(c);
    return renderPage(c, <TermsPage viewer={viewer} paragraphs={terms.paragraphs} />);
  });
}

/**
 * Reads the part of the notice about the tenant whose check led to this page: the published version
 * or, for the browser that previews the notice, the draft.
 */
async function readTenant(c: HonoContext<AppEnv>): Promise<PrivacyPart | undefined> {
  const [ctx, tenantId, previewOf] = [c.get('ctx'), c.req.query('tenant'), c.req.query('preview')];
  if (previewOf !== undefined) return readPreviewedNotice(ctx, requireBrowserProof(c, previewOf));
  return tenantId === undefined ? undefined : readPrivacyPart(ctx, tenantId);
}
