// Measures the requests of a relying party and checks the responses.
import { REDIRECT_URI, VERIFIER, type Measure, type Target } from './target.ts';
import { LANES, measure, type Answer, type Call, type Figures, Sender, together } from './load.ts';

/** Codes expire after a minute, so they are created and exchanged in batches of this size. */
const CODES_PER_RUN = 160;

interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token?: string;
}

export class ProviderCalls {
  readonly #target: Target;
  readonly #sender = new Sender();

  constructor(target: Target) {
    this.#target = target;
  }

  /** @returns undefined when the target does not support the request to be measured */
  async run(what: Measure, durationMs: number): Promise<Figures | undefined> {
    if (this.#target.missing[what] !== undefined) return undefined;
    this.#sender.connectAnew();
    if (what === 'exchange') return this.#runExchanges(durationMs);
    if (what === 'refresh') return this.#runRefreshes(durationMs);
    const call = await this.#callFor(what);
    const expected = { userinfo: '"sub"', introspection: '"active":true', discovery: '"issuer"' };
    const check = await this.#sender.send(call);
    requireAnswer(check, expected[what]);
    return measure(this.#target.pid, durationMs, async () => {
      requireAnswer(await this.#sender.send(call), expected[what]);
      return 'more';
    });
  }

  close(): void {
    this.#sender.close();
  }

  async #runExchanges(durationMs: number): Promise<Figures> {
    const runs: Figures[] = [];
    for (let spentMs = 0; spentMs < durationMs;) {
      const codes: string[] = [];
      const make = async () => {
        while (codes.length < CODES_PER_RUN) codes.push(await this.#target.issueCode('api'));
      };
      await Promise.all(Array.from({ length: 4 }, make));
      const run = await measure(this.#target.pid, durationMs, async () => {
        const code = codes.pop();
        if (code === undefined) return 'done';
        await this.#exchange(code);
        return 'more';
      });
      runs.push(run);
      spentMs += (run.answers / run.perSecond) * 1000;
    }
    return together(runs);
  }

  async #runRefreshes(durationMs: number): Promise<Figures> {
    const tokens: string[] = [];
    for (let lane = 0; lane < LANES; lane++)
      tokens.push((await this.#exchange(await this.#target.issueCode('api'))).refresh_token);
    return measure(this.#target.pid, durationMs, async (lane) => {
      tokens[lane] = (await this.#refresh(tokens[lane] ?? '')).refresh_token;
      return 'more';
    });
  }

  async #callFor(what: 'userinfo' | 'introspection' | 'discovery'): Promise<Call> {
    const { userinfo, introspection, discovery } = this.#target.endpoints;
    if (what === 'discovery') return { url: discovery };
    const { access_token: token } = await this.#exchange(await this.#target.issueCode('userinfo'));
    return what === 'userinfo'
      ? { url: userinfo, headers: { Authorization: `Bearer ${token}` } }
      : this.#form(introspection ?? '', { token });
  }

  #exchange(code: string): Promise<Tokens> {
    return this.#tokens({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
    });
  }

  #refresh(token: string): Promise<Tokens> {
    return this.#tokens({ grant_type: 'refresh_token', refresh_token: token });
  }

  async #tokens(fields: Record<string, string>): Promise<Tokens> {
    const answer = await this.#sender.send(this.#form(this.#target.endpoints.token, fields));
    requireAnswer(answer, '"refresh_token"');
    return JSON.parse(answer.text) as Tokens;
  }

  #form(url: string, fields: Record<string, string>): Call {
    const { id, secret } = this.#target.client;
    const credentials = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
    return {
      url,
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(fields).toString(),
    };
  }
}

function requireAnswer({ status, text }: Answer, part: string): void {
  if (status !== 200 || !text.replaceAll(/\s/g, '').includes(part))
    throw new Error(`Answered ${status}: ${text.slice(0, 300)}`);
}
