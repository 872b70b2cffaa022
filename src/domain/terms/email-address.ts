// Defines which email addresses are accepted, and which are considered equal.

/** RFC 5321 4.5.3.1: a path has at most 256 octets, two of which are its angle brackets. */
const MAX_LENGTH = 254;
const SHAPE =
  /^[^\s@"(),:;<>[\\\]]{1,64}@([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

export interface EmailAddress {
  /** The address as entered, trimmed. */
  written: string;
  /**
   * The form used for uniqueness and limits: it is the same for all case and Unicode variants of an
   * address.
   */
  normalized: string;
}

/**
 * @returns undefined when `text` is not a deliverable address; quoted local parts are not accepted
 */
export function parseEmailAddress(text: string): EmailAddress | undefined {
  // No Unicode form of an accepted address is longer than this, so longer text is not parsed.
  if (text.length > 4 * MAX_LENGTH) return undefined;
  const written = text.trim();
  const at = written.lastIndexOf('@');
  const host = toAsciiHost(written.slice(at + 1));
  if (at < 1 || host === undefined || hasControls(written)) return undefined;
  const normalized = `${written.slice(0, at).normalize('NFKC').toLowerCase()}@${host}`;
  if (normalized.length > MAX_LENGTH || !SHAPE.test(normalized)) return undefined;
  return { written, normalized };
}

/**
 * Converts internationalized host names to Punycode, so that different spellings of one host are
 * equal.
 */
function toAsciiHost(host: string): string | undefined {
  if (host === '' || /[/?#\\:@\s]/.test(host)) return undefined;
  const url = `http://${host}/`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

const hasControls = (text: string): boolean => /\p{Cc}/u.test(text);
