// The outbox of local development: all mails, readable, with working links. These paths do not exist where mails are
// actually sent.
import { OpenAPIHono } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { listOutbox, readOutboxMail, type OutboxMail } from '../../domain/mail/outbox.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { renderErrorAsWanted } from '../../http/pages/error-page.tsx';
import { PAGE_HEADERS } from '../../http/security-headers.ts';

const HEADERS = {
  ...PAGE_HEADERS,
  // Mails have inline styles.
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

export const outbox = new OpenAPIHono<AppEnv>();
outbox.onError(renderErrorAsWanted);

outbox.get('/', async (c) => {
  const mails = await listOutbox(c.get('ctx'));
  return mails === undefined ? c.notFound() : c.html(listPage(mails), 200, HEADERS);
});

/** For scripts and tests. */
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

function listPage(mails: readonly OutboxMail[]) {
  const rows = mails.map(
    (mail) =>
      html`<tr>
        <td>${new Date(mail.createdAtMs).toISOString().slice(0, 19).replace('T', ' ')}</td>
        <td><bdi>${mail.to}</bdi></td>
        <td>
          <a href="/outbox/${mail.id}"><bdi>${mail.subject}</bdi></a>
        </td>
      </tr>`,
  );
  const table = html`<table style="border-spacing:1rem .25rem;text-align:start">
    <thead>
      <tr>
        <th scope="col">Time (UTC)</th>
        <th scope="col">To</th>
        <th scope="col">Subject</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Outbox</title>
      </head>
      <body
        style="font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem"
      >
        <h1>Outbox</h1>
        <p>Mails of this machine, newest first. None of them is sent.</p>
        ${mails.length === 0 ? html`<p>There is none yet.</p>` : table}
      </body>
    </html>`;
}
