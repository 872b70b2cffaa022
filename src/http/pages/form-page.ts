// Derives a page's address from the address that its form is posted to. This does not work for a
// page whose address has a query, so the handler of that page's form sets `viewer.here` itself.

/**
 * The number of path segments in a page's address, keyed by the first segment of the form's
 * address. A form directly under `/account`, such as `/account/name`, belongs to the overview page
 * `/account`.
 */
const DEPTHS: Readonly<Record<string, number>> = { account: 2, signin: 1 };

/**
 * @param path the path of a POST
 * @returns the path of the page with the form
 */
export function pageOfForm(path: string): string {
  const segments = path.split('/').slice(1);
  const depth = DEPTHS[segments[0] ?? ''];
  if (depth === undefined) return path;
  const kept = Math.max(1, Math.min(depth, segments.length - 1));
  return `/${segments.slice(0, kept).join('/')}`;
}
