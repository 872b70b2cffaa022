// How pictures that look bent affect a session (D-180, D-184): they raise its risk band and fail
// the attempt. Pure.
import { isStrict, type SessionRecord, withGroup, withStep } from '../session/session.ts';
import { failLiveness } from '../session/step-attempts.ts';
import { MAX_BENT } from './bent-pictures.ts';
import type { Concluded } from './light-outcome.ts';
import { noteRefusal } from './reveal.ts';

/** The sessions whose attempts fail when pictures look bent. */
export type BentRefused = 'every' | 'strict' | 'none';

/**
 * Judges the pictures of this attempt, and the mean with the attempts that were refused as bent: a
 * photograph that was bent once looks bent again, whereas a person whose pictures looked bent by
 * chance usually does not. Accepted attempts do not count, so they cannot lower the mean.
 *
 * @param record a record whose movement pictures satisfy the picture rules
 * @param value how bent the pictures of this attempt look; undefined if that was not judged
 * @param refused the sessions in which the operator has such pictures refused
 */
export function concludeBent(
  record: SessionRecord,
  value: number | undefined,
  refused: BentRefused,
  nowMs: number,
): Concluded {
  if (value === undefined) return { isAccepted: true, record };
  const bent = [...(record.steps.liveness.bent ?? []), value];
  const mean = bent.reduce((sum, one) => sum + one, 0) / bent.length;
  const isBent = Math.max(value, mean) > MAX_BENT[isStrict(record) ? 'strict' : 'standard'];
  // A session keeps the worst finding of all attempts.
  const looksBent = isBent || record.signals.looksBent === true;
  const noted = withGroup(record, 'signals', { looksBent });
  const isRefused = refused === 'every' || (refused === 'strict' && isStrict(record));
  if (!isBent || !isRefused) return { isAccepted: true, record: noted };
  const kept = withStep(noted, 'liveness', { bent });
  const failed = noteRefusal(kept, { step: 'liveness', reason: 'bent', atMs: nowMs });
  return { isAccepted: false, record: failLiveness(failed, 'not_accepted', nowMs) };
}
