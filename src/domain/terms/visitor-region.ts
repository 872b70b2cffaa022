// The region of a customer's visitors, as configured by the customer (D-122): one of Cloudflare's
// location hints. It only decides where the customer's objects are placed.
import type { Residency } from './residency.ts';

/**
 * The location hints that Cloudflare supports:
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
 * The regions in or next to the EU. Regardless of the hint, the object's jurisdiction keeps it
 * inside the EU.
 */
const EUROPEAN: readonly VisitorRegion[] = ['weur', 'eeur'];

/**
 * Residency takes precedence over the region: for a customer whose data stays in the EU, a hint for
 * a region outside Europe is omitted (D-172).
 * @returns the location hint for an object of the customer; undefined for no hint
 */
export const regionWithin = (
  residency: Residency,
  region: VisitorRegion | undefined,
): VisitorRegion | undefined =>
  residency === 'none' || (region !== undefined && EUROPEAN.includes(region)) ? region : undefined;
