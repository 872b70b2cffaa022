// Where a webhook may be sent: checked when an endpoint is registered and again at every attempt.
import { isLoopback, isPublicHost } from './network-address.ts';

const MAX_LENGTH = 2048;

/**
 * https to a public host, without credentials and fragment, at most 2048 characters.
 * @param allowsLoopback on a developer's machine: this machine too, then also by http
 */
export function isWebhookUrl(text: string, allowsLoopback: boolean): boolean {
  // A parser would take these away, and the stored text would not be what is called.
  if (text.length > MAX_LENGTH || /[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || text.includes('#')) return false;
  if (allowsLoopback && isLoopback(url.hostname))
    return url.protocol === 'https:' || url.protocol === 'http:';
  return url.protocol === 'https:' && isPublicHost(url.hostname);
}
