// Test sessions, which a test key settles without a browser.
import type { Transport } from './transport.ts';
import type { WireResult, WireSandboxOutcome } from './wire.ts';

export type SandboxOutcome = WireSandboxOutcome;

export class Sandbox {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Ends a test session in place of a visitor, with its events and webhooks. Not retried
   * automatically: a session that has ended fails with `CONFLICT`, and a session that was created
   * with a live key with `FORBIDDEN`.
   * @param token `xit_…` or `xtk_…`
   */
  async settle(token: string, outcome: SandboxOutcome): Promise<WireResult> {
    const path = `/verify/v1/sandbox/${encodeURIComponent(token)}/outcome`;
    return this.#transport.call({ method: 'POST', path, body: outcome, isIdempotent: false });
  }
}
