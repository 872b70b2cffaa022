// Where a visitor is, as far as a customer says so (D-122): Cloudflare's location hints, which are all that it is used for.

/** https://developers.cloudflare.com/durable-objects/reference/data-location/#supported-locations */
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
