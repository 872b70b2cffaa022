// Prevents open redirects: the `continue` parameter is untrusted, so only paths of this service are
// accepted, never anything that a browser could parse as another origin.

const MAX_LENGTH = 4096;
/** Any origin works: it is only used to check that the path resolves to the same origin. */
const HERE = 'https://here.invalid';

/**
 * @param text such as `/consent?session=xcs_…`
 * @returns the path and query as the browser will parse them; undefined for anything that could
 *   lead elsewhere
 */
export function readLocalPath(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MAX_LENGTH) return undefined;
  // Browsers treat a backslash as a slash and drop tabs and line breaks.
  if (!text.startsWith('/') || /[\\\p{Cc}]/u.test(text) || !URL.canParse(text, HERE))
    return undefined;
  const { origin, pathname, search } = new URL(text, HERE);
  const path = `${pathname}${search}`;
  // `/..//host` starts with one slash before resolution and with two after.
  return origin === HERE && !path.startsWith('//') ? path : undefined;
}
