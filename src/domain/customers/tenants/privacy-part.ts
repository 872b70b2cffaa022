// The tenant's part of the privacy notice: the controller and contact, and how long results are
// kept.
import type { Context } from '../../../context.ts';
import { listedDays } from '../../verification/rules/session/listed-days.ts';
import { readSettings } from './settings.ts';

export interface PrivacyPart {
  controller: string;
  /** The contact for questions about data: an email or https address. */
  contact?: string;
  /** The URL of the tenant's own privacy notice. */
  url?: string;
  retentionDays: number;
  /** How many days a session stays in the session list. */
  listedDays: number;
  /**
   * Whether the service counts how many visitors leave on each page, by language and device
   * (D-124).
   */
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
    listedDays: listedDays(settings),
    countsLeaving: settings.fallThrough,
  };
}
