import { exports } from 'cloudflare:workers';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { AMR_PASSWORD } from '../../../src/domain/terms/authentication.ts';
import { startSession } from '../../../src/domain/signing-in/sessions/sign-in.ts';
import { VISITOR } from './accounts.ts';
import { makeContext } from '../installation/context.ts';

const ORIGIN = 'http://localhost:8787';

export interface Page {
  status: number;
  headers: Headers;
  html: string;
  /** The path and query of the requested URL. */
  at: string;
  /** The redirect target, or null if the response is not a redirect. */
  location: string | null;
}

/**
 * A browser that runs no scripts: it has a cookie jar, follows links and submits forms as the page
 * shows them.
 */
export class FormBrowser {
  readonly cookies = new Map<string, string>();
  readonly headers: Record<string, string>;

  readonly #fetch: (request: Request) => Promise<Response>;

  /** @param fetch calls the service; tests that need other bindings pass their own function */
  constructor(
    headers: Record<string, string> = {},
    fetch: (request: Request) => Promise<Response> = (request) => exports.default.fetch(request),
  ) {
    this.headers = headers;
    this.#fetch = fetch;
  }

  /** Signs in without the sign-in page, to save the time that hashing a password takes. */
  async signIn(account: Account): Promise<void> {
    const started = await startSession(makeContext(), account, {
      ...VISITOR,
      amr: AMR_PASSWORD,
      replaces: this.cookies.get('agate-account'),
    });
    if (started === undefined) throw new Error('The account cannot sign in.');
    this.cookies.set('agate-account', started.cookie);
  }

  /** Requests one page without following redirects. */
  async get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#send(path, { headers: { ...this.headers, ...headers } });
  }

  /** Requests a page and follows redirects within the service. */
  async open(path: string): Promise<Page> {
    return this.follow(await this.get(path));
  }

  async follow(page: Page): Promise<Page> {
    let at = page;
    for (let hops = 0; at.location?.startsWith('/') === true && hops < 8; hops += 1)
      at = await this.get(at.location);
    return at;
  }

  /**
   * Submits the form with this action: its hidden values, and what the person types.
   * @param typed the values to type; they replace hidden ones, and undefined leaves a field out
   */
  async submit(
    page: Page,
    action: string,
    typed: Record<string, string | undefined> = {},
    headers: Record<string, string> = {},
  ): Promise<Page> {
    const values = { ...formValues(page.html, action), ...typed };
    const body = new URLSearchParams(
      Object.entries(values).filter((one): one is [string, string] => one[1] !== undefined),
    );
    return this.#send(action, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Sec-Fetch-Site': 'same-origin',
        Origin: ORIGIN,
        ...this.headers,
        ...headers,
      },
      body: body.toString(),
    });
  }

  /** Posts JSON as the pages' script does. */
  async postJson(path: string, body: unknown, headers: Record<string, string> = {}) {
    const page = await this.#send(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Sec-Fetch-Site': 'same-origin',
        ...this.headers,
        ...headers,
      },
      body: JSON.stringify(body),
    });
    return { ...page, body: JSON.parse(page.html) };
  }

  async #send(path: string, init: RequestInit): Promise<Page> {
    const request = new Request(`${ORIGIN}${path}`, { ...init, redirect: 'manual' });
    const held = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (held !== '') request.headers.set('Cookie', held);
    const response = await this.#fetch(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/;\s*max-age=0/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      at: path,
      location: response.headers.get('Location'),
    };
  }
}

/**
 * The hidden values of a form.
 * @throws Error when the page contains no such form
 */
export function formValues(html: string, action: string): Record<string, string> {
  const forms = [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)];
  const form = forms.find(([, to]) => decode(to ?? '') === action)?.[2];
  if (form === undefined) throw new Error(`No form for ${action} in: ${textOf(html)}`);
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, decode(value)]));
}

/** The text that a person reads on the page. */
export function textOf(html: string): string {
  const body = html.replace(/^.*<body/s, '<body');
  return decode(body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')).trim();
}

/** The value of a field, or undefined when it is empty. */
export function valueOf(html: string, field: string): string | undefined {
  const [input = ''] = new RegExp(`<input[^>]*id="${field}"[^>]*>`).exec(html) ?? [];
  const [, value] = /\svalue="([^"]*)"/.exec(input) ?? [];
  return value === undefined ? undefined : decode(value);
}

function decode(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => named[name] ?? '');
}
