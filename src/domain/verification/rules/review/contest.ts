// Contesting an estimate (D-93): a person who was estimated to be too young may show a document
// instead, in a session that replaces the original one. Pure. retake.ts handles retakes by the
// customer.
import { LIFETIMES } from '../../../../config/config.ts';
import { FIRST_PARTY_TENANT_ID } from '../age/account-age.ts';
import { needsDocument } from '../session/machine.ts';
import { MAX_RETAKES, placeOf } from '../retake/retake.ts';
import type { SessionRecord } from '../session/session.ts';

/**
 * Whether an estimate of "too young" ended the session; without an estimate, or after a document,
 * there is nothing to contest.
 */
const isTooYoungByEstimate = ({ state, end, checks, request }: SessionRecord): boolean =>
  state.status === 'failed' &&
  end?.reason === 'age_below_threshold' &&
  checks.document === undefined &&
  !needsDocument(request);

/**
 * Whether the browser of this session may still request a document check. The use case checks the
 * customer's current settings.
 */
export function mayContest(record: SessionRecord, nowMs: number): boolean {
  const { end, offer } = record;
  const { documents } = offer;
  if (end === undefined || !isTooYoungByEstimate(record)) return false;
  // In a first-party check, the account would not store an age from a document that contradicts an
  // estimate (overturned.ts), and nobody else reads the result.
  if (record.tenant.id === FIRST_PARTY_TENANT_ID) return false;
  const isTaken = documents?.stepUp === true && documents.allowed.length > 0;
  return isTaken && nowMs < end.atMs + LIFETIMES.contestMs && placeOf(record) <= MAX_RETAKES;
}
