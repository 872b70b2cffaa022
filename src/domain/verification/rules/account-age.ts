// Sharing an age between a session and a person's account: a bracket verified before instead of a new check, and a
// passed check kept in the account. Pure; who the person is, domain/age-sharing knows.
import { apply, isFinal } from './machine.ts';
import type { SessionRecord } from './session.ts';

/** The service itself, where people show their age for their own account: no customer's tenant. */
export const FIRST_PARTY_TENANT_ID = 'ten_first_party';

/**
 * Whether a bracket verified before may replace this check. Not where the customer asked for a face or a document,
 * not in tests, and not for the account's own check, which would renew itself.
 */
export function acceptsBracket(record: SessionRecord): boolean {
  const { request, state } = record;
  return (
    state.status === 'in_progress' &&
    !record.test &&
    request.purpose === 'age_verification' &&
    request.mode === 'auto' &&
    request.gate !== undefined &&
    record.tenant.id !== FIRST_PARTY_TENANT_ID
  );
}

/** @returns the session as passed; undefined when the bracket does not reach the gate or may not replace it */
export function reuseVerifiedAge(
  record: SessionRecord,
  bracket: number,
  nowMs: number,
): SessionRecord | undefined {
  const { gate } = record.request;
  if (!acceptsBracket(record) || gate === undefined || bracket < gate) return undefined;
  const reused = { ...record, checks: { age: true }, byAccount: true };
  return apply(reused, { type: 'settle', outcome: 'success' }, nowMs);
}

/** Whether the result may be kept in an account: a customer's check that was performed and is in no account yet. */
export function isKeepable(record: SessionRecord): boolean {
  return (
    isFinal(record.state) &&
    record.state.status === 'success' &&
    !record.test &&
    record.tenant.id !== FIRST_PARTY_TENANT_ID &&
    record.request.gate !== undefined &&
    record.checks.age === true &&
    record.byAccount !== true &&
    record.keptAtMs === undefined
  );
}

/** A check belongs to one person, so it is kept in one account. @returns undefined when it may not be kept */
export function keepVerifiedAge(record: SessionRecord, nowMs: number): SessionRecord | undefined {
  return isKeepable(record) ? { ...record, keptAtMs: nowMs } : undefined;
}
