// Contesting an estimate (D-93): who was called too young by a camera may show a document instead, in a session that takes
// this one's place. Pure. Retakes by the customer are in retake.ts.
import { LIFETIMES } from '../../../../config/config.ts';
import { FIRST_PARTY_TENANT_ID } from '../age/account-age.ts';
import { needsDocument } from '../session/machine.ts';
import { MAX_RETAKES, placeOf } from '../retake/retake.ts';
import type { SessionRecord } from '../session/session.ts';

/** Where nothing was estimated, or a document has spoken, there is nothing to contest. */
const isTooYoungByEstimate = ({ state, end, checks, request }: SessionRecord): boolean =>
  state.status === 'failed' &&
  end?.reason === 'age_below_threshold' &&
  checks.document === undefined &&
  !needsDocument(request);

/** Whether the browser of this session may still ask for a document. What its customer set since, the use case knows. */
export function mayContest(record: SessionRecord, nowMs: number): boolean {
  const { end, offer } = record;
  const { documents } = offer;
  if (end === undefined || !isTooYoungByEstimate(record)) return false;
  // Its account would not keep what a document reverses (overturned.ts), and nobody else reads it.
  if (record.tenant.id === FIRST_PARTY_TENANT_ID) return false;
  const isTaken = documents?.stepUp === true && documents.allowed.length > 0;
  return isTaken && nowMs < end.atMs + LIFETIMES.contestMs && placeOf(record) <= MAX_RETAKES;
}
