// Reads TXT records over HTTPS (the JSON form of Cloudflare's and Google's resolvers). The operator
// chooses the resolver; a customer's domain is only a query parameter, so it cannot change which
// host is called.
import type { Context } from '../../../context.ts';

const TIMEOUT_MS = 5000;
const TXT = 16;
/** The response codes "no error" and "name error" (RFC 1035 4.1.1). */
const [FOUND, NO_NAME] = [0, 3];

interface Answer {
  Status?: unknown;
  Answer?: { type?: unknown; data?: unknown }[];
}

/**
 * @returns the contents of the name's TXT records; undefined when the resolver did not respond, or
 *   responded with an error
 */
export async function readTextRecords(
  { config }: Pick<Context, 'config'>,
  name: string,
): Promise<string[] | undefined> {
  const query = new URLSearchParams({ name, type: 'TXT' });
  try {
    const response = await fetch(`${config.dnsOverHttps}?${query.toString()}`, {
      headers: { Accept: 'application/dns-json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return undefined;
    }
    const { Status: status, Answer: answers = [] } = await response.json<Answer>();
    if (status === NO_NAME) return [];
    if (status !== FOUND) return undefined;
    return answers.filter(({ type }) => type === TXT).map(({ data }) => joinStrings(String(data)));
  } catch {
    return undefined;
  }
}

/** Joins the strings that a record consists of, each of at most 255 characters (RFC 7208 3.3). */
function joinStrings(data: string): string {
  const parts = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part = '']) => part);
  return parts.length === 0 ? data : parts.join('').replaceAll(/\\(.)/g, '$1');
}
