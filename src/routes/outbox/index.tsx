// The outbox for local development, where every email can be read and its links work. These paths
// do not exist in installations that actually send emails.
import { OpenAPIHono } from '@hono/zod-openapi';
import { listOutbox, readOutboxMail, type OutboxMail } from '../../domain/platform/mail/outbox.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { renderErrorAsWanted } from '../../http/pages/error-page.tsx';
import { renderPage } from '../../http/pages/render-page.ts';
import { readAnonymousViewer } from '../../http/pages/viewer.ts';
import { PAGE_HEADERS } from '../../http/security-headers.ts';
import { OutboxPage } from './outbox-page.tsx';

const HEADERS = {
  ...PAGE_HEADERS,
  // Emails have inline styles.
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

export const outbox = new OpenAPIHono<AppEnv>();
outbox.onError(renderErrorAsWanted);

outbox.get('/', async (c) => {
  const mails = await listOutbox(c.get('ctx'));
  if (mails === undefined) return c.notFound();
  const viewer = await readAnonymousViewer(c);
  return renderPage(c, <OutboxPage viewer={viewer} mails={mails} />);
});

/** The emails as JSON, for scripts and tests. */
outbox.get('/mails.json', async (c) => {
  const mails = await listOutbox(c.get('ctx'));
  return mails === undefined ? c.notFound() : c.json({ mails: mails.map(presentMail) });
});

outbox.get('/:id', async (c) => {
  const mail = await readOutboxMail(c.get('ctx'), c.req.param('id'));
  return mail === undefined ? c.notFound() : c.html(mail.html, 200, HEADERS);
});

function presentMail(mail: OutboxMail) {
  return {
    id: mail.id,
    to: mail.to,
    locale: mail.locale,
    template: mail.template,
    subject: mail.subject,
    text: mail.text,
    link: mail.details['link'] ?? null,
    created_at: new Date(mail.createdAtMs).toISOString(),
  };
}
