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

/** Those that lie in the EU, or next to it: a jurisdiction keeps the object on its own side. */
const EUROPEAN: readonly VisitorRegion[] = ['weur', 'eeur'];

/**
 * A jurisdiction is stronger than a hint: one that would lead out of it is not given (D-172).
 * @returns the hint for an object of a customer with that residency; undefined for none
 */
export const regionWithin = (
  residency: Residency,
  region: VisitorRegion | undefined,
): VisitorRegion | undefined =>
  residency === 'none' || (region !== undefined && EUROPEAN.includes(region)) ? region : undefined;
