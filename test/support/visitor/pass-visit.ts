// A service that issues and accepts age passes, and its visitors: some complete a check at the edge
// and can then be issued passes; others only present passes.
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createContext, type Context } from '../../../src/context.ts';
import { decodeBase64Url } from '../../../src/crypto/encoding.ts';
import { issuerName } from '../../../src/domain/platform/age-passes/judge-pass.ts';
import { VALID_INIT, type Reply } from '../customer/api.ts';
import { makeTenant, type TestTenant } from '../customer/tenants.ts';
import { serviceWith } from '../installation/service-with.ts';
import { EdgeVisit } from './edge-visit.ts';
import { TestBrowser } from './hosted.ts';
import { blind, keyFor, type PassWish } from './passes.ts';

type Settings = Record<string, string>;

export class PassService {
  #bindings: Env;
  /** A context whose deferred work (`waitUntil`) is not awaited. */
  ctx: Context;

  constructor(settings: Settings = {}) {
    const floor: Settings = { PASS_FLOOR: '0' };
    this.#bindings = { ...env, ...floor, ...settings };
    this.ctx = this.#contextOf();
  }

  /**
   * Opens a check whose pictures are measured at the edge.
   * @param fields fields of the init request
   * @param isTest whether the check uses a test key
   */
  async visit(
    fields: Record<string, unknown> = {},
    { isTest = false, customer }: { isTest?: boolean; customer?: TestTenant } = {},
  ): Promise<EdgeVisit> {
    const visit = await EdgeVisit.begin(fields, {
      test: isTest,
      ...(customer && { customer }),
      bind: (FACE) => {
        this.#bindings = { ...this.#bindings, FACE };
        this.ctx = this.#contextOf();
        return this.#bindings;
      },
    });
    await keyFor(this.ctx);
    return visit;
  }

  /**
   * Opens a check for a site that accepts passes. By default, the site belongs to a new customer.
   * @param fields fields of the init request
   */
  async site(fields: Record<string, unknown> = {}, customer?: TestTenant): Promise<PassSite> {
    const { secret } = customer ?? (await makeTenant());
    const fetch = serviceWith(this.#bindings);
    const response = await fetch(
      new Request('http://localhost:8787/verify/v1/init', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-API-Key': secret },
        body: JSON.stringify({
          ...VALID_INIT,
          accept: { methods: ['face', 'pass'] },
          ...fields,
        }),
      }),
    );
    const { data } = await response.json<{ data: { token: string } }>();
    const browser = new TestBrowser(undefined, fetch);
    const opened = await browser.open(data.token);
    const result = async () => {
      const read = await fetch(
        new Request(`http://localhost:8787/verify/v1/result/${data.token}`, {
          headers: { 'X-API-Key': secret },
        }),
      );
      return (await read.json<{ data: any }>()).data;
    };
    return {
      browser,
      view: opened.body.data,
      show: (token: string) => browser.step('pass', { token }),
      result,
    };
  }

  /** Sends the request without cookies. */
  fetch(request: Request): Promise<Response> {
    return serviceWith(this.#bindings)(request);
  }

  /**
   * Requests ten passes as the page does.
   * @returns ten base64url-encoded tokens
   * @throws Error with the body of the error response if the request was refused
   */
  async take(visit: EdgeVisit, wish: PassWish = {}): Promise<string[]> {
    const key = await keyFor(this.ctx, wish);
    const { body, finish } = await blind(
      decodeBase64Url(key.tokenKey),
      issuerName(this.ctx.config.baseUrl),
    );
    const response = await this.post(visit, body);
    if (response.status !== 200) throw new Error(await response.text());
    return finish(new Uint8Array(await response.arrayBuffer()));
  }

  /** @param body the bytes of ten blinded requests */
  post(visit: EdgeVisit, body: Uint8Array<ArrayBuffer>): Promise<Response> {
    const { browser, fetch } = visit;
    return fetch(
      new Request(`http://localhost:8787/v/sessions/${browser.sessionId}/passes`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/octet-stream',
          'Sec-Fetch-Site': 'same-origin',
          Cookie: browser.cookieHeader,
        },
        body,
      }),
    );
  }

  #contextOf(): Context {
    return createContext(this.#bindings, createExecutionContext());
  }
}

interface PassSite {
  browser: TestBrowser;
  view: any;
  show: (token: string) => Promise<Reply>;
  result: () => Promise<any>;
}
