// The region of a customer's visitors, as the customer sets it (D-122): one of Cloudflare's
// location hints, and used for nothing else.
import type { Residency } from './residency.ts';

/**
 * https://developers.cloudflare.com/durable-objects/reference/data-location/#supported-locations
 */
export const VISITOR_REGIONS = [
  'wnam',
  'enam',
  'sam',
  'weur',
  'eeur',
  'apac',
  'oc',
  'afr',
  'me',
] as const;

export type VisitorRegion = (typeof VISITOR_REGIONS)[number];

/**
 * The regions in the EU or next to it. The jurisdiction keeps the object inside the EU in any case.
 */
const EUROPEAN: readonly VisitorRegion[] = ['weur', 'eeur'];

/**
 * Residency takes precedence over the region: a hint that would lead out of the EU is left out for
 * a customer whose data stays there (D-172).
 * @returns the location hint for an object of the customer; undefined for no hint
 */
export const regionWithin = (
  residency: Residency,
  region: VisitorRegion | undefined,
): VisitorRegion | undefined =>
  residency === 'none' || (region !== undefined && EUROPEAN.includes(region)) ? region : undefined;
