// A company's employee with a browser, who signs in through the pages of the company's own identity
// provider over HTTP.
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    company: string;
  }
}

const MAX_STEPS = 12;

export class PersonAtCompany {
  readonly #cookies = new Map<string, string>();
  readonly #name: string;

  /** @param name the name typed at sign-in, which is also the employee's email address */
  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Follows the provider's pages until they redirect to the service.
   * @returns the URL at the service to which they redirect
   */
  async signIn(departure: string): Promise<URL> {
    let answer = await this.#send(departure);
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const location = answer.headers.get('Location');
      const next = location === null ? undefined : new URL(location, inject('company'));
      if (next !== undefined && next.origin !== inject('company')) return next;
      answer = next ? await this.#send(next.href) : await this.#fill(await answer.text());
    }
    throw new Error('The provider leads nowhere.');
  }

  /** Signs out at the provider, which then sends logout tokens. */
  async signOut(): Promise<void> {
    const page = await (await this.#send(`${inject('company')}/session/end`)).text();
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    await this.#send(`${inject('company')}/session/end/confirm`, { xsrf, logout: 'yes' });
  }

  /** Submits the form on a page that asks the person to sign in or to consent. */
  #fill(page: string): Promise<Response> {
    const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page) ?? [];
    const login = prompt === 'login' ? { login: this.#name, password: 'any' } : {};
    return this.#send(new URL(action, inject('company')).href, { prompt, ...login });
  }

  async #send(address: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }
}

/** Sets the company's TXT records. */
export const setRecords = async (name: string, texts: readonly string[]): Promise<void> =>
  void (await fetch(`${inject('company')}/records`, {
    method: 'POST',
    body: JSON.stringify({ name, texts }),
  }));

/** @returns the logout tokens received since the last call */
export const takeLogouts = async (): Promise<string[]> =>
  (await fetch(`${inject('company')}/received`)).json();
