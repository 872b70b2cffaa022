// How pictures that look bent affect a session (D-180): they raise its risk band and, in a strict
// session, fail the attempt. Pure.
import { isStrict, type SessionRecord, withGroup } from '../session/session.ts';
import { failLiveness } from '../session/step-attempts.ts';
import type { Concluded } from './light-outcome.ts';
import { noteRefusal } from './reveal.ts';

/**
 * @param record a record whose movement pictures satisfy the picture rules
 * @param isBent whether they look bent; undefined if that was not judged
 * @param isRefusedAtStrict whether the operator lets strict sessions refuse such pictures
 */
export function concludeBent(
  record: SessionRecord,
  isBent: boolean | undefined,
  isRefusedAtStrict: boolean,
  nowMs: number,
): Concluded {
  if (isBent === undefined) return { isAccepted: true, record };
  // A session keeps the worse finding of all attempts.
  const looksBent = isBent || record.signals.looksBent === true;
  const noted = withGroup(record, 'signals', { looksBent });
  if (!isBent || !isStrict(record) || !isRefusedAtStrict)
    return { isAccepted: true, record: noted };
  const refused = noteRefusal(noted, { step: 'liveness', reason: 'bent', atMs: nowMs });
  return { isAccepted: false, record: failLiveness(refused, 'not_accepted', nowMs) };
}
