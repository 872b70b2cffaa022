// What a tenant publishes for the privacy notice: whom visitors deal with, and how long results are kept.
import type { Context } from '../../context.ts';
import { LISTED_AFTER_RESULT_DAYS } from '../verification/rules/session.ts';
import { readSettings } from './settings.ts';

export interface PrivacyPart {
  controller: string;
  /** Mail or https address. */
  contact?: string;
  /** The tenant's own notice. */
  url?: string;
  retentionDays: number;
  /** As it is kept, which may be longer than the setting (D-74). */
  historyDays: number;
  /** Whether it counts where visitors leave, by language and device (D-124). */
  countsLeaving: boolean;
}

/** @throws AppError NOT_FOUND */
export async function readPrivacyPart(ctx: Context, tenantId: string): Promise<PrivacyPart> {
  const settings = await readSettings(ctx, tenantId);
  return {
    controller: settings.controllerName ?? settings.name,
    ...(settings.privacyContact !== null && { contact: settings.privacyContact }),
    ...(settings.privacyUrl !== null && { url: settings.privacyUrl }),
    retentionDays: settings.retentionDays,
    historyDays: Math.max(settings.historyDays, settings.retentionDays + LISTED_AFTER_RESULT_DAYS),
    countsLeaving: settings.fallThrough,
  };
}
