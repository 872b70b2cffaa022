// A fake of Cloudflare Turnstile, modelled on its documentation: a script that renders a widget in
// a frame from the script's origin, tokens that can be verified once within 300 seconds, and the
// endpoint that verifies the tokens.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const SITE_KEY = '0x4AAAAAAAfake-site-key';
export const SECRET = '0x4AAAAAAAfake-secret';

/** What a token is issued for: the parameters of its widget, and the page's host. */
export interface Minted {
  sitekey: string;
  action: string;
  cdata: string;
  hostname: string;
}

interface Token extends Minted {
  mintedAtMs: number;
  /** The idempotency key of the request that verified the token; undefined until then. */
  key?: string | undefined;
}

/** The ways in which a test can make the verification endpoint fail. */
export type Outage = 'none' | 'error' | 'status' | 'words' | 'reset' | 'silent' | 'secret';

export interface Verified {
  secret?: string;
  response?: string;
  remoteip?: string;
  idempotency_key?: string;
}

const VALID_MS = 300_000;

export class FakeTurnstile {
  outage: Outage = 'none';
  /**
   * How the widget treats a browser: `asks` requires an interaction before it issues a token,
   * `refuses` issues none.
   */
  widget: 'passes' | 'asks' | 'refuses' = 'passes';
  /** Every request, in order. */
  readonly requests: { method: string; path: string }[] = [];
  /** The verification requests, in order. */
  readonly verified: Verified[] = [];
  readonly #tokens = new Map<string, Token>();
  #server: Server | undefined;

  /** @returns the server's origin */
  async start(): Promise<string> {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.writeHead(500).end());
    });
    const server = this.#server;
    await new Promise<void>((resolve) => {
      server.listen(0, 'localhost', resolve);
    });
    return `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => {
      this.#server?.close(resolve);
    });
  }

  mint(minted: Minted, ageMs = 0): string {
    const token = `fake.${randomUUID()}`;
    this.#tokens.set(token, { ...minted, mintedAtMs: Date.now() - ageMs });
    return token;
  }

  /** Responds as the real verification endpoint does. */
  verify({ secret, response, idempotency_key: key }: Verified): object {
    const no = (code: string) => ({ success: false, 'error-codes': [code], messages: [] });
    if (secret === undefined) return no('missing-input-secret');
    if (secret !== SECRET) return no('invalid-input-secret');
    if (response === undefined) return no('missing-input-response');
    const token = this.#tokens.get(response);
    if (token === undefined) return no('invalid-input-response');
    const isRepeat = token.key !== undefined && token.key === key;
    const isSpent = token.key !== undefined && !isRepeat;
    if (isSpent || Date.now() - token.mintedAtMs > VALID_MS) return no('timeout-or-duplicate');
    token.key = key ?? 'none';
    const { action, cdata, hostname, mintedAtMs } = token;
    const challenge_ts = new Date(mintedAtMs).toISOString();
    return { success: true, 'error-codes': [], challenge_ts, hostname, action, cdata };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    this.requests.push({ method: request.method ?? '', path: url.pathname });
    if (url.pathname === '/turnstile/v0/siteverify') return this.#answerVerify(request, response);
    if (url.pathname === '/turnstile/v0/api.js') return send(response, 'text/javascript', SCRIPT);
    if (url.pathname === '/frame') return send(response, 'text/html', this.#frame(url));
    // Tests in workerd cannot call this object directly, so the paths below let them mint tokens,
    // choose an outage and read the verification requests.
    if (url.pathname === '/mint') {
      const { ageMs, ...minted } = JSON.parse(await bodyOf(request));
      return send(response, 'text/plain', this.mint(minted, ageMs));
    }
    if (url.pathname === '/outage') {
      this.outage = (await bodyOf(request)) as Outage;
      return send(response, 'text/plain', 'ok');
    }
    if (url.pathname === '/verified')
      return send(response, 'application/json', JSON.stringify(this.verified.splice(0)));
    response.writeHead(404).end();
  }

  async #answerVerify(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = JSON.parse(await bodyOf(request)) as Verified;
    this.verified.push(asked);
    if (this.outage === 'reset') return void response.socket?.resetAndDestroy();
    if (this.outage === 'silent') return undefined;
    if (this.outage === 'words') return send(response, 'text/html', '<h1>One moment, please</h1>');
    if (this.outage === 'status') return void response.writeHead(502).end();
    const failed = { error: 'internal-error', secret: 'invalid-input-secret' };
    const answer =
      this.outage === 'none'
        ? this.verify(asked)
        : { success: false, 'error-codes': [failed[this.outage]] };
    send(response, 'application/json', JSON.stringify(answer));
  }

  /**
   * Returns the document of the widget's frame. The frame has this server's origin, just as the
   * real widget's frame has Turnstile's.
   */
  #frame({ searchParams: said }: URL): string {
    const [sitekey = '', action = '', cdata = '', hostname = ''] = [
      'sitekey',
      'action',
      'cdata',
      'hostname',
    ].map((name) => said.get(name) ?? '');
    const token = sitekey === SITE_KEY ? this.mint({ sitekey, action, cdata, hostname }) : '';
    const postToParent = (message: object) => `parent.postMessage(${JSON.stringify(message)}, '*')`;
    if (this.widget === 'refuses' || token === '')
      return `<script>${postToParent({ failed: true })}</script>`;
    if (this.widget === 'passes') return `<script>${postToParent({ token })}</script>`;
    return `<button>I am here</button><script>
      document.querySelector('button').onclick = () => ${postToParent({ token })};
      ${postToParent({ asks: true })};
    </script>`;
  }
}

const send = (response: ServerResponse, type: string, body: string): void =>
  void response.writeHead(200, { 'Content-Type': type }).end(body);

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}

/** A stand-in for the real script, with only the documented functions that the page uses. */
const SCRIPT = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  const widgets = new Map();
  window.turnstile = {
    render(place, given) {
      const id = 'cf-chl-widget-' + widgets.size;
      const frame = document.createElement('iframe');
      const { sitekey, action, cData } = given;
      const said = new URLSearchParams({ sitekey, action, cdata: cData, hostname: location.hostname });
      frame.src = origin + '/frame?' + said;
      frame.title = 'Widget containing a Cloudflare security challenge';
      const hear = ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        if (data.asks) given['before-interactive-callback']();
        if (data.failed) given['error-callback']('600010');
        if (data.token) given.callback(data.token);
      };
      addEventListener('message', hear);
      widgets.set(id, () => {
        removeEventListener('message', hear);
        frame.remove();
      });
      place.append(frame);
      return id;
    },
    remove: (id) => widgets.get(id)?.(),
  };
})();`;
