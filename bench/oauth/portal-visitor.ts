// A simulated visitor to Agate's portal: a browser without JavaScript that keeps cookies, submits
// forms and signs in when required.

export class PortalVisitor {
  readonly #origin: string;
  readonly #account: { email: string; password: string };
  readonly #headers: Readonly<Record<string, string>>;
  readonly #cookies = new Map<string, string>();

  /** @param headers additional headers that are sent with every request */
  constructor(
    origin: string,
    account: { email: string; password: string },
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.#origin = origin;
    this.#account = account;
    this.#headers = headers;
  }

  /**
   * Follows redirects, signs in, and consents when required.
   * @returns the final URL, on the site of the relying party
   */
  async visit(url: URL): Promise<URL> {
    let next = url;
    for (let steps = 0; steps < 12; steps++) {
      if (next.origin !== this.#origin) return next;
      const response = await this.#send(next);
      const location = response.headers.get('Location');
      next =
        location === null
          ? await this.#proceed(next.pathname, await response.text())
          : new URL(location, this.#origin);
    }
    throw new Error(`The way from ${url.pathname} does not end.`);
  }

  /**
   * Returns the next URL: the URL of the link to the site or, if the page has no such link, the URL
   * that submitting the page's form leads to. The page has only the link if a consent is
   * remembered.
   */
  async #proceed(path: string, html: string): Promise<URL> {
    const leaving = leavingFrom(html);
    return leaving === undefined ? this.#submit(path, html) : new URL(leaving, this.#origin);
  }

  async #submit(path: string, html: string): Promise<URL> {
    const form = new RegExp(`<form[^>]*action="${path}"[^>]*>(.*?)</form>`, 's').exec(html)?.[1];
    if (form === undefined) throw new Error(`No form at ${path}.`);
    const fields = new URLSearchParams(
      [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
      ),
    );
    const filled = path === '/consent' ? { decision: 'allow' } : this.#account;
    for (const [name, value] of Object.entries(filled)) fields.set(name, value);
    const response = await this.#send(new URL(path, this.#origin), fields);
    const location = response.headers.get('Location') ?? leavingFrom(await response.text());
    if (location === undefined) throw new Error(`${response.status} after the form at ${path}.`);
    return new URL(location, this.#origin);
  }

  async #send(url: URL, fields?: URLSearchParams): Promise<Response> {
    const response = await fetch(url, {
      method: fields ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        ...this.#headers,
        Accept: 'text/html',
        Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(fields && { Origin: this.#origin, 'Sec-Fetch-Site': 'same-origin' }),
      },
      ...(fields && { body: fields }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }
}

/**
 * Returns the URL of the link to the relying party's site if the page has one, for example after a
 * form has been submitted; in a browser, a script would follow the link immediately (D-138).
 */
const leavingFrom = (html: string): string | undefined =>
  /data-leave[^>]*>.*?href="([^"]*)"/s.exec(html)?.[1]?.replaceAll('&amp;', '&');
