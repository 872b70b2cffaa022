// Calls that only Agate supports: authorize with a remembered consent, a backend's init, result and
// status, opening a link, and the calls of a client with the profile `fapi2`.
import type { DemoTenant } from '../../scripts/demo/demo-tenant.ts';
import type { FapiClient } from './fapi-client.ts';
import { measure, Sender, together, type Call, type Figures } from './load.ts';
import type { PortalVisitor } from './portal-visitor.ts';
import type { OwnMeasure } from './target.ts';

/**
 * Links and codes are created and used in batches of this size, because a link can be opened only
 * once and a code can be redeemed only once.
 */
const PER_RUN = 160;

/** The running service: its address, its process and the customer that the calls are made for. */
interface Agate {
  origin: string;
  pid: number;
  tenant: DemoTenant;
}

export class OwnCalls {
  readonly #agate: Agate;
  readonly #visitor: PortalVisitor;
  readonly #ask: URL;
  readonly #bank: FapiClient;
  readonly #sender = new Sender();

  /**
   * @param who.visitor a signed-in visitor with a remembered consent to the requested scopes
   * @param who.bank a client with the profile `fapi2`
   */
  constructor(agate: Agate, who: { visitor: PortalVisitor; ask: URL; bank: FapiClient }) {
    this.#agate = agate;
    this.#visitor = who.visitor;
    this.#ask = who.ask;
    this.#bank = who.bank;
  }

  async run(what: OwnMeasure, durationMs: number): Promise<Figures> {
    this.#sender.connectAnew();
    if (what === 'opening') return this.#runOpenings(durationMs);
    if (what === 'fapi exchange') return this.#runExchanges(durationMs);
    if (what === 'par')
      return this.#repeat(durationMs, async () => this.#send(await this.#bank.pushing(), 201));
    if (what === 'authorize')
      return this.#repeat(durationMs, async () => {
        const code = (await this.#visitor.visit(this.#ask)).searchParams.get('code');
        if (code === null) throw new Error('authorize gave no code.');
      });
    const call = what === 'init' ? this.#init() : await this.#reading(what);
    return this.#repeat(durationMs, () => this.#send(call, what === 'init' ? 201 : 200));
  }

  close(): void {
    this.#sender.close();
  }

  #repeat(durationMs: number, act: () => Promise<unknown>): Promise<Figures> {
    return measure(this.#agate.pid, durationMs, async () => {
      await act();
      return 'more';
    });
  }

  async #runOpenings(durationMs: number): Promise<Figures> {
    const runs: Figures[] = [];
    for (let spentMs = 0; spentMs < durationMs;) {
      const links: string[] = [];
      while (links.length < PER_RUN) links.push(await this.#begin());
      const run = await measure(this.#agate.pid, durationMs, async () => {
        const link = links.pop();
        if (link === undefined) return 'done';
        await this.#send(this.#opening(link), 200);
        return 'more';
      });
      runs.push(run);
      spentMs += (run.answers / run.perSecond) * 1000;
    }
    return together(runs);
  }

  /** Creates and exchanges codes in batches, because a code is valid for only one minute. */
  async #runExchanges(durationMs: number): Promise<Figures> {
    const runs: Figures[] = [];
    for (let spentMs = 0; spentMs < durationMs;) {
      const codes: string[] = [];
      while (codes.length < PER_RUN) {
        const pushed = await this.#send(await this.#bank.pushing(), 201);
        codes.push(await this.#bank.issueCode(pushed, this.#visitor));
      }
      const run = await measure(this.#agate.pid, durationMs, async () => {
        const code = codes.pop();
        if (code === undefined) return 'done';
        await this.#send(await this.#bank.exchanging(code), 200);
        return 'more';
      });
      runs.push(run);
      spentMs += (run.answers / run.perSecond) * 1000;
    }
    return together(runs);
  }

  #init(): Call {
    return {
      url: `${this.#agate.origin}/verify/v1/init`,
      method: 'POST',
      headers: { ...this.#keyed(), 'Content-Type': 'application/json' },
      body: JSON.stringify({ callback_url: 'http://localhost:9876/done', min_age: 18 }),
    };
  }

  async #begin(): Promise<string> {
    const { data } = JSON.parse(await this.#send(this.#init(), 201)) as { data: { token: string } };
    return data.token;
  }

  async #reading(what: 'result' | 'status'): Promise<Call> {
    const url = `${this.#agate.origin}/verify/v1/${what}/${await this.#begin()}`;
    return { url, headers: this.#keyed() };
  }

  #opening(token: string): Call {
    const { origin } = this.#agate;
    const headers = {
      'Content-Type': 'application/json',
      Origin: origin,
      'Sec-Fetch-Site': 'same-origin',
    };
    return {
      url: `${origin}/v/sessions`,
      method: 'POST',
      headers,
      body: JSON.stringify({ token }),
    };
  }

  #keyed(): Record<string, string> {
    return { 'X-API-Key': this.#agate.tenant.secret_key };
  }

  async #send(call: Call, wanted: number): Promise<string> {
    const { status, text } = await this.#sender.send(call);
    if (status !== wanted) throw new Error(`${call.url} answered ${status}: ${text.slice(0, 300)}`);
    return text;
  }
}
