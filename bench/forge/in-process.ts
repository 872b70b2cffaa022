// Runs a forger against the rules of the service and the models of the face Worker in this process,
// without HTTP and without waiting.
import { riskOf } from '../../src/domain/verification/rules/session/risk.ts';
import { type Actor, type Ledger, runCheck } from '../../test/support/clips/check.ts';
import type { Forger } from './forger.ts';
import type { Level } from './forge-target.ts';
import type { Outcome } from './page-client.ts';

/** An age gate that everybody passes, because forging an age is a separate question. */
const GATE = 1;

export const actorOf = (forger: Forger): Actor => ({
  shows: forger.shows,
  move: async (actions, _nonce, light, asideDegrees) => ({
    ...(await forger.move({ actions, light, asideDegrees })),
    isLazy: true,
  }),
  showFace: async () => ({ ...(await forger.showFace()), isLazy: true }),
});

/** @param ledger the pictures that earlier sessions of the same site have shown */
export async function judgeSession(
  forger: Forger,
  level: Level,
  { seed, ledger }: { seed: number; ledger: Ledger },
): Promise<Outcome> {
  const isStrict = level === 'strict';
  const record = await runCheck(actorOf(forger), seed, {
    gate: GATE,
    isStrict,
    ledger,
    bentRefused: 'every',
  });
  const lastMs = record.end?.atMs ?? 0;
  const refusals = [...new Set(record.signals.refusals.map(({ reason }) => reason))];
  const isPassed = record.state.status === 'success';
  return {
    isPassed,
    refusals: isPassed || refusals.length > 0 ? refusals : [record.end?.reason ?? 'none'],
    band: riskOf(record),
    // How long a person would have waited, according to the session's simulated clock.
    seconds: lastMs / 1_000,
  };
}
