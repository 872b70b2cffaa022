// Where this service may send a request of its own: webhooks and logout tokens. The address comes from a customer and
// the call from our network, so it must not reach what only we can reach (S-28). Checked when it is registered and
// again at every call.
import type { Config } from '../../config.ts';
import { isLoopback, isPublicHost } from '../../public-host.ts';

const MAX_LENGTH = 2048;

/**
 * https to a public host that is not this service, without credentials and fragment, at most 2048 characters. A service
 * on a developer's machine may call that machine too, then also by http.
 */
export function isReceiverUrl(
  text: string,
  { baseUrl, isLocal }: Pick<Config, 'baseUrl' | 'isLocal'>,
): boolean {
  // A parser would take these away, and the stored text would not be what is called.
  if (text.length > MAX_LENGTH || /[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || text.includes('#')) return false;
  if (isSameHost(url.hostname, new URL(baseUrl).hostname) && !isLocal) return false;
  if (isLocal && isLoopback(url.hostname))
    return url.protocol === 'https:' || url.protocol === 'http:';
  return url.protocol === 'https:' && isPublicHost(url.hostname);
}

/** A trailing dot names the same host. */
const isSameHost = (a: string, b: string): boolean => a.replace(/\.$/, '') === b.replace(/\.$/, '');
