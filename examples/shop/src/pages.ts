// The shop's pages. `html` escapes all interpolated values.
import { html } from 'hono/html';
import type { VerificationResult } from '../../../sdk/src/index.ts';
import type { SignedIn } from './sign-in.ts';

type Html = ReturnType<typeof html>;

/** @param walletUrl the URL of the demo wallet */
export function productPage(walletUrl: string): Html {
  return page(
    'Vineyard: Stone Terrace 2021',
    html`<article class="product">
      <img class="bottle" src="/bottle.svg" alt="A bottle of red wine" width="220" height="440" />
      <div class="details">
        <p class="eyebrow">Red wine · 75 cl · 13.5 % vol</p>
        <h1>Stone Terrace 2021</h1>
        <p class="price">€ 14.50</p>
        <p>
          Dark cherries, a little smoke, and the dry stone walls it grew between. We may only sell
          it to adults, so we ask once before you pay.
        </p>
        <form method="post" action="/prove">
          <button type="submit">Prove your age</button>
          <p class="hint">Half a minute with your camera. No picture is stored.</p>
          <details>
            <summary>Options for developers</summary>
            ${options()}
          </details>
        </form>
        <form method="post" action="/prove-by-wallet">
          <p class="hint">
            Without a camera: the <a href="${walletUrl}" target="_blank">demo wallet</a> shows a
            proof, good or forged.
          </p>
          <button type="submit" class="quiet">Prove it with a wallet</button>
        </form>
        <form action="/age-pass">
          <p class="hint">Do you keep age passes of Agate?</p>
          <button type="submit" class="quiet">Use an age pass</button>
        </form>
        <form method="post" action="/sign-in">
          <p class="hint">Did you show your age to Agate before?</p>
          <button type="submit" class="quiet">Sign in with Agate</button>
        </form>
      </div>
    </article>`,
  );
}

/**
 * The page that requests a pass with the shop's own script (public/age-pass.js).
 * @param agateUrl the URL of the service
 */
export const agePassPage = (agateUrl: string): Html =>
  page(
    'Age pass · Vineyard',
    html`<article class="result" data-age-pass data-service="${agateUrl}">
        <h1>Show an age pass</h1>
        <p>
          This shop verifies a pass by itself: it does not learn who you are, and Agate does not
          learn that you were here.
        </p>
        <p><button type="button" hidden>Show a pass</button></p>
        <p role="status"></p>
        <p class="hint"><a href="/">Back to the shop</a></p>
      </article>
      <script src="/age-pass/embed.js" defer></script>
      <script src="/age-pass.js" type="module"></script>`,
  );

function options(): Html {
  return html`<fieldset>
      <legend>Mode</legend>
      <label><input type="radio" name="mode" value="live" checked /> Live: the real check</label>
      <label>
        <input type="radio" name="mode" value="sandbox" /> Sandbox: you choose the outcome
      </label>
    </fieldset>
    <label class="field">
      Minimum age
      <select name="min_age">
        <option>16</option>
        <option selected>18</option>
        <option>21</option>
      </select>
    </label>
    <label class="field">
      Liveness
      <select name="difficulty">
        <option value="easy">Easy: one movement</option>
        <option value="medium" selected>Medium: two movements</option>
        <option value="hard">Hard: three movements</option>
      </select>
    </label>`;
}

export function resultPage(result: VerificationResult): Html {
  const { title, text } = verdict(result);
  return page(
    `${title} · Vineyard`,
    html`<article class="result ${result.verified ? 'good' : 'bad'}">
      <p class="mark" aria-hidden="true">${result.verified ? '✓' : '!'}</p>
      <h1>${title}</h1>
      <p>${text}</p>
      ${result.test === true ? html`<p class="badge">Sandbox: nobody was checked</p>` : html``}
      <p><a class="button" href="/">${isOpen(result) ? 'Try again' : 'Back to the shop'}</a></p>
      <section aria-labelledby="raw">
        <h2 id="raw">What the shop's backend read</h2>
        <p class="hint">
          <code>GET /verify/v1/result/{token}</code>, the member <code>data</code>:
        </p>
        <pre><code>${JSON.stringify(result, null, 2)}</code></pre>
      </section>
    </article>`,
  );
}

/**
 * The format of a result token. The command that the page offers for copying contains no other text
 * from the URL.
 */
const RESULT_TOKEN = /^xtk_[\w-]{1,100}$/;

/**
 * The page shown after any check. It does not show the outcome, which only the backend can read.
 * @param base the URL of the service
 * @param token the token in the URL
 */
export function endedPage(base: string, token = ''): Html {
  const known = RESULT_TOKEN.test(token) ? token : 'xtk_…';
  return page(
    'The check has ended · Vineyard',
    html`<article class="result">
      <h1>The check has ended</h1>
      <p>
        A visitor’s browser returned here, but its URL proves nothing. Read the result in your
        terminal, as your backend does:
      </p>
      <pre><code>curl ${base}/verify/v1/result/${known} -H "X-API-Key: $KEY"</code></pre>
      <p class="hint"><code>$KEY</code> is the key that began the check.</p>
      <p><a class="button" href="/">To the shop</a></p>
    </article>`,
  );
}

/** The decision depends on `verified` alone; `status` only selects the text. */
function verdict(result: VerificationResult): { title: string; text: string } {
  if (result.verified) {
    const gate = result.checks.age.gate;
    return {
      title: 'Thank you, you are old enough',
      text:
        gate === undefined
          ? 'You can complete your order.'
          : `${gate} or over: you can complete your order.`,
    };
  }
  return (
    ENDINGS[result.status] ?? {
      title: 'The check is not finished',
      text: 'Nothing was ordered so far.',
    }
  );
}

/** Whether it makes sense for the visitor to try again. */
const isOpen = ({ verified, status }: VerificationResult): boolean =>
  !verified && status !== 'pending_tenant_review';

const ENDINGS: Partial<Record<VerificationResult['status'], { title: string; text: string }>> = {
  failed: {
    title: 'We could not confirm your age',
    text: 'The check did not show that you are old enough, so we cannot sell you this wine.',
  },
  pending_tenant_review: {
    title: 'We are looking at your document',
    text: 'Nothing was ordered so far. We will let you know within three days.',
  },
  canceled: { title: 'You stopped the check', text: 'Nothing was ordered.' },
  retaken: {
    title: 'Another check took its place',
    text: 'Nothing was ordered so far. Finish that check, or start again.',
  },
  expired: {
    title: 'The check ran out of time',
    text: 'Nothing was ordered. You can start again.',
  },
};

export function signedInPage({ subject, claims }: SignedIn): Html {
  const isAdult =
    (claims['meets_threshold'] as Record<string, boolean> | undefined)?.['18'] === true;
  const title = isAdult ? 'Welcome, you are old enough' : 'Welcome';
  return page(
    `${title} · Vineyard`,
    html`<article class="result ${isAdult ? 'good' : 'bad'}">
      <p class="mark" aria-hidden="true">${isAdult ? '✓' : '!'}</p>
      <h1>${title}</h1>
      <p>
        ${isAdult ? '18 or over: you can complete your order.' : 'Agate does not know yet that you are 18.'}
      </p>
      <form method="post" action="/sign-in/out">
        <button type="submit" class="quiet">Sign out</button>
      </form>
      <section aria-labelledby="raw">
        <h2 id="raw">What you agreed to share</h2>
        <p class="hint"><code>GET /oauth/userinfo</code>, for <code>${subject}</code>:</p>
        <pre><code>${JSON.stringify(claims, null, 2)}</code></pre>
      </section>
    </article>`,
  );
}

export function errorPage(message: string): Html {
  return page(
    'Something went wrong · Vineyard',
    html`<article class="result bad">
      <p class="mark" aria-hidden="true">!</p>
      <h1>That did not work</h1>
      <p>${message}</p>
      <p><a class="button" href="/">Back to the shop</a></p>
    </article>`,
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
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/shop.css" />
      </head>
      <body>
        <header>
          <a href="/" class="brand"
            ><img src="/icon.svg" alt="" width="28" height="28" /> Vineyard</a
          >
        </header>
        <main>${content}</main>
        <footer>A demo shop. Nothing is sold here.</footer>
      </body>
    </html>`;
}
