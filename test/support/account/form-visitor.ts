// A person whose browser runs no script, and who uses our pages by following redirects, filling in
// forms and submitting them.
import { ORIGIN } from '../site/oauth-request.ts';
import { Browser } from '../site/oauth.ts';
import { PASSWORD } from './accounts.ts';

export interface Page {
  path: string;
  html: string;
}

type Decision = 'allow' | 'deny';

export class FormVisitor {
  readonly browser = new Browser();
  readonly #email: string;
  /** The paths of the pages that were shown. */
  readonly seen: string[] = [];

  constructor(email: string) {
    this.#email = email;
  }

  /**
   * Follows a site's redirect and completes the forms.
   * @returns the URL that leads back to the site
   */
  async visit(url: URL, decision: Decision = 'allow'): Promise<URL> {
    let arrived = await this.open(url);
    for (let steps = 0; 'html' in arrived; steps += 1) {
      if (steps > 5) throw new Error(`Going round in circles at ${arrived.path}.`);
      arrived = await this.#answer(arrived, decision);
    }
    return arrived;
  }

  /** @returns the page at the end of the redirects, or the first URL outside the service */
  async open(url: URL): Promise<Page | URL> {
    let next = url;
    for (let hops = 0; hops < 10; hops += 1) {
      if (next.origin !== ORIGIN) return next;
      const response = await this.browser.get(`${next.pathname}${next.search}`, {
        Accept: 'text/html',
      });
      const location = response.headers.get('Location');
      const html = await response.text();
      if (location === null) {
        if (response.status !== 200) throw new Error(`${response.status} at ${next.pathname}`);
        const onward = /<meta http-equiv="refresh" content="0;url=([^"]*)"/.exec(html)?.[1];
        if (onward !== undefined) return new URL(unescape(onward));
        this.seen.push(next.pathname);
        return { path: next.pathname, html };
      }
      next = new URL(location, ORIGIN);
    }
    throw new Error('Too many redirects.');
  }

  async #answer(page: Page, decision: Decision): Promise<Page | URL> {
    if (page.path === '/signin')
      return this.submit(page, { email: this.#email, password: PASSWORD });
    if (page.path === '/consent') return this.submit(page, { decision });
    throw new Error(`A strange page: ${page.path}`);
  }

  /** Submits the page's own form, which posts to the page's own path. */
  async submit({ path, html }: Page, filled: Record<string, string>): Promise<Page | URL> {
    const form =
      new RegExp(`<form[^>]*action="${path}"[^>]*>(.*?)</form>`, 's').exec(html)?.[1] ?? '';
    const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const fields = new URLSearchParams(
      hidden.map(([, name = '', value = '']) => [name, unescape(value)]),
    );
    for (const [name, value] of Object.entries(filled)) fields.set(name, value);
    const response = await this.browser.post(path, fields, {
      Origin: ORIGIN,
      'Sec-Fetch-Site': 'same-origin',
    });
    if (response.status !== 303) throw new Error(`${response.status} after a form at ${path}`);
    return this.open(new URL(response.headers.get('Location') ?? '', ORIGIN));
  }
}

const unescape = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
