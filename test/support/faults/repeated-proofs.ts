// Injects faults into a use case in which a visitor's browser must prove that the session is its
// own. Each binding call fails in turn, and the browser then repeats the request.
import { createContext, type Context } from '../../../src/context.ts';
import { decodeObjectId } from '../../../src/crypto/capability-token.ts';
import {
  readBrowserProof,
  type BrowserProof,
} from '../../../src/domain/verification/browser-session.ts';
import type { TestBrowser } from '../visitor/hosted.ts';
import { FAULTS, Faults } from './faults.ts';
import { faultyEnv } from './faulty-env.ts';

/** Returns the values that a test browser sends to prove that the session is its own. */
export function proofOf({ cookieHeader, sessionId }: TestBrowser): BrowserProof {
  const id = decodeObjectId(sessionId) ?? '';
  const proofs = cookieHeader
    .split('; ')
    .map((cookie) => readBrowserProof(cookie.split('=')[1], id));
  const proof = proofs.find((one) => one !== undefined);
  if (proof === undefined) throw new Error('The browser has no cookie of the session.');
  return proof;
}

/** Returns the context of a warm isolate with these faults. */
const withFaults = (ctx: Context, faults: Faults): Context => ({
  ...createContext(faultyEnv(faults, { queued: [], touched: new Map() }), {
    waitUntil: (work) => void work.catch(() => undefined),
  }),
  config: ctx.config,
});

/**
 * Runs a use case once for every combination of a binding call and a fault, each time followed by a
 * repeat without a fault.
 * @param service the service whose context the use case receives
 * @param check reads the state after the repeat
 * @returns what `check` returned, one value per run
 */
export async function runAll<T>(
  service: { ctx: Context },
  prepare: () => Promise<T>,
  act: (ctx: Context, fixture: T) => Promise<unknown>,
  check: (fixture: T) => Promise<unknown>,
): Promise<unknown[]> {
  const whole = new Faults();
  await act(withFaults(service.ctx, whole), await prepare());
  const found: unknown[] = [];
  for (const at of whole.calls.keys())
    for (const fault of FAULTS) {
      const fixture = await prepare();
      const faults = new Faults(at, fault);
      const ctx = withFaults(service.ctx, faults);
      await Promise.race([act(ctx, fixture).catch(() => undefined), faults.cutOff]);
      await act(service.ctx, fixture);
      found.push(await check(fixture));
    }
  // Each fault must have been injected into at least two calls.
  if (found.length < 2 * FAULTS.length) throw new Error('Too few calls were made to fail.');
  return found;
}
