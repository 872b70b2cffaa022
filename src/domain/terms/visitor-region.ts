// The region of a customer's visitors, as the customer sets it (D-122): one of Cloudflare's
// location hints, and used for nothing else.

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
