// The wallet's pages. `html` escapes all interpolated values.
import { html } from 'hono/html';
import type { Choice, Reply } from './answer.ts';
import { DOCUMENTS } from './documents.ts';
import type { ProofRequest } from './read-request.ts';

type Html = ReturnType<typeof html>;

/** The choices, each with the code that a test session reports for it (docs/wallets.md). */
const ANSWERS: readonly { choice: Choice; title: string; text: string; code?: string }[] = [
  { choice: 'over', title: 'I am old enough', text: 'A genuine proof. The check passes.' },
  { choice: 'under', title: 'I am too young', text: 'A genuine proof that says no.' },
  {
    choice: 'forged',
    title: 'A forged issuer',
    text: 'It has the name of the trusted authority, and a key of its own.',
    code: 'untrusted_issuer',
  },
  {
    choice: 'expired',
    title: 'A proof that has expired',
    text: 'It was good until three days ago.',
    code: 'expired',
  },
  {
    choice: 'elsewhere',
    title: 'A proof for another site',
    text: 'Somebody passes on what was shown elsewhere.',
    code: 'not_for_us',
  },
  {
    choice: 'declined',
    title: 'Decline',
    text: 'Nothing is shown, and no attempt is used.',
    code: 'declined',
  },
];

export function linkPage(): Html {
  return page(
    'Demo wallet',
    html`<h1>Bring me the link of a check</h1>
      <p>
        The page of a check shows a code for a phone. In test mode it also shows the link that is in
        the code: copy it there, and paste it here.
      </p>
      <form method="post" action="/request">
        <label for="link">Link</label>
        <input id="link" name="link" required autofocus autocomplete="off" placeholder="av://?…" />
        <button type="submit">Read it</button>
      </form>
      <p class="hint">
        This wallet runs on your machine and asks nobody. Its issuer is one that the demo alone
        trusts: what it proves is worth nothing anywhere else.
      </p>`,
  );
}

export function requestPage({ host, docType, elements }: ProofRequest, link: string): Html {
  const { name } = DOCUMENTS[docType];
  return page(
    `${host} asks · Demo wallet`,
    html`<h1>${host} asks for a proof</h1>
      <dl>
        <dt>From</dt>
        <dd>${name} <code>${docType}</code></dd>
        <dt>It learns</dt>
        <dd>${elements.map((element) => html`${inWords(element)} <code>${element}</code> `)}</dd>
        <dt>And nothing else</dt>
        <dd>no name, no number, no picture, no date of birth</dd>
      </dl>
      <form method="post" action="/answer">
        <input type="hidden" name="link" value="${link}" />
        <fieldset>
          <legend>What do you show?</legend>
          ${ANSWERS.map(
            ({ choice, title, text, code }, index) =>
              html`<label class="choice">
                <input
                  type="radio"
                  name="choice"
                  value="${choice}"
                  ${index === 0 ? 'checked' : ''}
                />
                <span>
                  <strong>${title}</strong> ${text} ${code ? html`<code>${code}</code>` : ''}
                </span>
              </label>`,
          )}
        </fieldset>
        <button type="submit">Answer</button>
      </form>`,
  );
}

function inWords(element: string): string {
  const [, age] = /^age_over_(\d+)$/.exec(element) ?? [];
  return age === undefined ? element : `whether you are ${Number(age)} or older`;
}

export function answeredPage(request: ProofRequest, choice: Choice, reply: Reply): Html {
  const { title, text } = outcome(choice, reply);
  const docs = new URL('/docs/wallets#why-it-was-refused', request.responseUri).href;
  return page(
    `${title} · Demo wallet`,
    html`<h1>${title}</h1>
      <p>${text}</p>
      <section aria-labelledby="raw">
        <h2 id="raw">What the service answered</h2>
        <pre><code>${reply.status} ${reply.body}</code></pre>
        ${
          reply.status === 400
            ? html`<p class="hint">
                A wallet is never told why. In test mode the page of the check says it, under “For
                developers”; <a href="${docs}">the docs</a> have every code.
              </p>`
            : ''
        }
      </section>
      <p><a class="button" href="/">Answer another link</a></p>`,
  );
}

function outcome(choice: Choice, { status }: Reply): { title: string; text: string } {
  if (status === 200 && choice === 'declined')
    return { title: 'Nothing was shown', text: 'The page of the check goes back to its choice.' };
  if (status === 200)
    return {
      title: 'The answer was taken',
      text: 'Look at the page of the check: it has changed.',
    };
  if (status === 400)
    return {
      title: 'The answer was refused',
      text: 'It proves nothing, or the link is older than five minutes or was answered before.',
    };
  return { title: 'That did not work', text: 'The service could not look at the answer now.' };
}

export function errorPage(message: string): Html {
  return page(
    'That did not work · Demo wallet',
    html`<h1>That did not work</h1>
      <p>${message}</p>
      <p><a class="button" href="/">Bring a link</a></p>`,
  );
}

function page(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/wallet.css" />
      </head>
      <body>
        <header><a href="/">Demo wallet</a></header>
        <main>${content}</main>
        <footer>For trying it. Nobody is proven to be of any age here.</footer>
      </body>
    </html>`;
}
