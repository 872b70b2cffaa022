// A description of the visitor's browser, for lists that people read and for rate limits. No access
// decision depends on it.

export interface Visitor {
  /** The browser and its operating system, for example `Chrome, Windows`; may be empty. */
  device: string;
  /** City and country according to Cloudflare's geolocation, or only the country. */
  place?: string;
  /** The IP address that rate limits use. */
  ip?: string;
}
