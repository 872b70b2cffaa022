// Which page shows a form, by the address that the form is sent to. Where the page has a query, the form's handler names
// the page.

/** Forms below these are on a page above them; `/account/name` is on the overview. */
const DEPTHS: Readonly<Record<string, number>> = { account: 2, signin: 1 };

/** @param path of a POST @returns the path of the page */
export function pageOfForm(path: string): string {
  const segments = path.split('/').slice(1);
  const depth = DEPTHS[segments[0] ?? ''];
  if (depth === undefined) return path;
  const kept = Math.max(1, Math.min(depth, segments.length - 1));
  return `/${segments.slice(0, kept).join('/')}`;
}
