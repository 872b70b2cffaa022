// A company's own servers for tests: an identity provider (the third-party oidc-provider), the DNS
// resolver for its domain, and an inbox for the logout tokens that the provider sends.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { CLIENT_SECRET, CLIENTS } from './clients.ts';

/** The service's origin in the tests that run in workerd. */
const SERVICE = 'http://localhost:8787';

export class Company {
  #origin = '';
  #server: Server | undefined;
  #provider: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined;
  /** TXT records by domain name. */
  readonly #records = new Map<string, string[]>();
  readonly #logouts: string[] = [];

  /** @returns the origin of these servers, which is also the provider's issuer */
  async start(): Promise<string> {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.writeHead(500).end());
    });
    const server = this.#server;
    await new Promise<void>((resolve) => {
      server.listen(0, 'localhost', resolve);
    });
    this.#origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    this.registerAt(SERVICE);
    return this.#origin;
  }

  /**
   * Replaces the provider with one whose clients are registered for the service at the given
   * origin. This ends all sessions at the provider.
   */
  registerAt(service: string): void {
    this.#provider = new Provider(this.#origin, configure(this.#origin, service)).callback();
  }

  /** Sets a domain name's TXT records. */
  setRecords(name: string, texts: string[]): void {
    this.#records.set(name, texts);
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => {
      this.#server?.close(resolve);
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://company');
    switch (url.pathname) {
      case '/dns-query':
        return this.#answerQuestion(url.searchParams.get('name') ?? '', response);
      case '/records': {
        const { name, texts } = JSON.parse(await bodyOf(request));
        this.setRecords(name, texts);
        return void response.end('ok');
      }
      case '/inbox':
        this.#logouts.push(new URLSearchParams(await bodyOf(request)).get('logout_token') ?? '');
        return void response.end();
      case '/received':
        return void response.end(JSON.stringify(this.#logouts.splice(0)));
      default:
        return this.#provider?.(request, response);
    }
  }

  /** Responds in the format of Cloudflare's and Google's resolvers. Queries for `down.…` fail. */
  #answerQuestion(name: string, response: ServerResponse): void {
    if (name.startsWith('down.')) return void response.writeHead(503).end();
    const texts = this.#records.get(name);
    const answers = texts?.map((text) => ({ name, type: 16, TTL: 300, data: quote(text) }));
    const said = {
      Status: texts === undefined ? 3 : 0,
      TC: false,
      ...(answers && { Answer: answers }),
    };
    response.writeHead(200, { 'Content-Type': 'application/dns-json' }).end(JSON.stringify(said));
  }
}

/** Quotes a TXT record as resolvers do: a long text is split into several strings. */
const quote = (text: string): string =>
  (text.match(/.{1,20}/g) ?? ['']).map((part) => JSON.stringify(part)).join(' ');

/**
 * Returns the provider's configuration. People sign in by typing their email address, which is also
 * their account's id.
 */
const configure = (origin: string, service: string): object => ({
  clients: CLIENTS.map((id) => ({
    client_id: id,
    client_secret: CLIENT_SECRET,
    redirect_uris: ['dashboard', 'admin'].map(
      (group) => `${service}/console/v1/${group}/sso/callback`,
    ),
    post_logout_redirect_uris: [`${origin}/left`],
    backchannel_logout_uri: `${origin}/inbox`,
    backchannel_logout_session_required: true,
  })),
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  features: {
    devInteractions: { enabled: true },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: { enabled: true },
  },
  cookies: { keys: ['a key of the company'] },
  // Replaces the provider's own fetch, which refuses local addresses.
  fetch: (address: URL, { method, headers, body, redirect }: RequestInit) =>
    fetch(address, {
      ...(method !== undefined && { method }),
      ...(headers !== undefined && { headers }),
      ...(body !== undefined && { body }),
      ...(redirect !== undefined && { redirect }),
    }),
  pkce: { required: () => true },
  findAccount: (_ctx: unknown, id: string) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      email: id,
      email_verified: !id.startsWith('unverified'),
      name: 'Dora of the Company',
    }),
  }),
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}
