// Use case: the browser that opened a preview reads the draft privacy notice (D-123). Nobody else
// can read it: the draft exists only in the session, and ends with it.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { readPrivacyPart, type PrivacyPart } from '../../customers/tenants/privacy-part.ts';
import { viewSession, type BrowserProof } from '../../verification/browser-session.ts';

/** @throws AppError UNAUTHORIZED as in viewSession; NOT_FOUND when the session is not a preview */
export async function readPreviewedNotice(ctx: Context, proof: BrowserProof): Promise<PrivacyPart> {
  const { tenant, test } = (await viewSession(ctx, proof)).record;
  const { preview, contact } = tenant;
  if (preview === undefined || !test) throw notFound();
  const published = await readPrivacyPart(ctx, tenant.id);
  const url = preview.privacyUrl === undefined ? published.url : preview.privacyUrl;
  return {
    controller: tenant.controllerName ?? tenant.name,
    ...(contact !== undefined && { contact }),
    ...(typeof url === 'string' && { url }),
    retentionDays: published.retentionDays,
    listedDays: published.listedDays,
    countsLeaving: published.countsLeaving,
  };
}
