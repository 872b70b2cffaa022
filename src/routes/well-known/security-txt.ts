// security.txt (RFC 9116): the contact for security reports, from the operator's settings. Without
// a contact there is no file.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { DAY_MS } from '../../time/durations.ts';
import { notFound } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { sendPublicText } from '../../http/public-file.ts';
import { toTimestamp } from '../../time/timestamp.ts';

/**
 * How long the contact is valid when the operator sets no date; RFC 9116 2.5.5 recommends less than
 * a year.
 */
const DEFAULT_DAYS = 90;

export function registerSecurityTxt(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/security.txt', (c) => {
    const { config, now } = c.get('ctx');
    const { contact, contactExpiresAtMs } = config.operator;
    const today = now() - (now() % DAY_MS);
    const expiresAtMs = contactExpiresAtMs ?? today + DEFAULT_DAYS * DAY_MS;
    // An expired file must not be used, so it is not served.
    if (contact === undefined || expiresAtMs <= now()) throw notFound();
    const lines = [
      `Contact: ${contact.startsWith('https://') ? contact : `mailto:${contact}`}`,
      `Expires: ${toTimestamp(expiresAtMs)}`,
      'Preferred-Languages: en',
      `Canonical: ${config.baseUrl}/.well-known/security.txt`,
      '',
    ];
    return sendPublicText(c, lines.join('\n'), 'text/plain; charset=utf-8');
  });
}
