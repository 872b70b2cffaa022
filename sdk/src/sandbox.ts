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
   * Ends a test session as a visitor would, and triggers the same events and webhooks. The call is
   * not retried automatically. It fails with `CONFLICT` for a session that has already ended, and
   * with `FORBIDDEN` for a session created with a live key.
   * @param token `xit_…` or `xtk_…`
   */
  async settle(token: string, outcome: SandboxOutcome): Promise<WireResult> {
    const path = `/verify/v1/sandbox/${encodeURIComponent(token)}/outcome`;
    return this.#transport.call({ method: 'POST', path, body: outcome, isIdempotent: false });
  }
}
