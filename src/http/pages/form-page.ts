// Finds the page that shows a form from the address that the form is posted to. A page whose
// address has a query is not found this way: the form's handler passes that address itself.

/**
 * Number of path segments of the page, for forms below each prefix; the form of `/account/name` is
 * on the overview.
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
