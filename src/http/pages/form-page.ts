// Maps the address that a form is sent to, to the page that shows the form. Where the page has a
// query, the form's handler passes its address.

/**
 * Number of path segments of the page for forms below these prefixes; `/account/name` is on the
 * overview.
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
