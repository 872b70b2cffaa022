// Where a page may send somebody on to: paths of this service and nothing else. What `continue` asks for comes
// from outside, so everything that a browser could read as another origin is refused.

const MAX_LENGTH = 4096;
/** Any origin will do: it only shows whether the text stays on it. */
const HERE = 'https://here.invalid';

/**
 * @param text such as `/consent?session=xcs_…`
 * @returns the path with its query as the browser will read it; undefined for everything that could leave
 */
export function readLocalPath(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MAX_LENGTH) return undefined;
  // Browsers take a backslash for a slash and drop tabs and line ends.
  if (!text.startsWith('/') || /[\\\p{Cc}]/u.test(text) || !URL.canParse(text, HERE))
    return undefined;
  const { origin, pathname, search } = new URL(text, HERE);
  const path = `${pathname}${search}`;
  // `/..//host` begins with one slash before it is resolved and with two after.
  return origin === HERE && !path.startsWith('//') ? path : undefined;
}
