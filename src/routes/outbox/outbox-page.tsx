// The list of emails that were stored instead of being sent. It is for developers, so it exists
// only in English.
import type { OutboxMail } from '../../domain/platform/mail/outbox.ts';
import { Document } from '../../http/pages/parts/document.tsx';
import type { Viewer } from '../../http/pages/page-viewer.ts';

export function OutboxPage({ viewer, mails }: { viewer: Viewer; mails: readonly OutboxMail[] }) {
  return (
    <Document viewer={viewer} title="Outbox" layout="account">
      <main class="front" id="content" tabindex={-1} lang="en" dir="ltr">
        <div class="heading">
          <h1 class="title">Outbox</h1>
          <p class="lead">Mails of this machine, newest first. None of them is sent.</p>
        </div>
        <section class="panel">
          {mails.length === 0 ? (
            <p>There is none yet.</p>
          ) : (
            <ul class="entries">
              {mails.map((mail) => (
                <Mail mail={mail} />
              ))}
            </ul>
          )}
        </section>
      </main>
    </Document>
  );
}

function Mail({ mail }: { mail: OutboxMail }) {
  const at = new Date(mail.createdAtMs).toISOString();
  return (
    <li>
      <div class="entry">
        <strong>
          <a href={`/outbox/${mail.id}`}>
            <bdi>{mail.subject}</bdi>
          </a>
        </strong>
        <span class="small">
          to <bdi>{mail.to}</bdi>
        </span>
      </div>
      <time class="small" datetime={at}>
        {at.slice(0, 19).replace('T', ' ')} UTC
      </time>
    </li>
  );
}
