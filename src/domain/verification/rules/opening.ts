// What opening a link does to a session, and what follows from it by itself. Pure.
import { equalInConstantTime } from '../../../crypto/hash.ts';
import { sandboxOutcome, settle } from './sandbox.ts';
import type { SessionEventType } from '../session-event.ts';
import { apply, finalStatus, needsDocument, noteFunnel, type SessionRecord } from './session.ts';

interface Opening {
  /** Hash of the secret that the browser gets. */
  newHash: string;
  attempt?: { hash: string; graceMs: number };
  ipCountry?: string;
}

/**
 * Binds a session to the browser that opened it.
 * @returns the record and the events it causes; a session that was settled before only gains its reader
 */
export function openRecord(
  record: SessionRecord,
  { newHash, attempt, ipCountry }: Opening,
  nowMs: number,
): { opened: SessionRecord; events: SessionEventType[] } {
  const bound = {
    ...record,
    browserHash: newHash,
    ...(attempt && { opening: { hash: attempt.hash, untilMs: nowMs + attempt.graceMs } }),
    ...(ipCountry !== undefined && { ipCountry }),
  };
  if (finalStatus(record) !== undefined) return { opened: bound, events: [] };
  const noted = noteFunnel(bound, 'opened', nowMs);
  const opened = apply(noted, { type: 'redeem' }, nowMs) ?? noted;
  const followed = follow(opened, nowMs);
  return followed === undefined
    ? { opened, events: ['opened'] }
    : { opened: followed, events: ['opened', 'completed'] };
}

/** Whether this is the attempt that redeemed the link, asked again because its answer did not arrive. */
export function isSameOpening(
  { opening }: SessionRecord,
  hash: string | undefined,
  nowMs: number,
): boolean {
  if (opening === undefined || hash === undefined || nowMs >= opening.untilMs) return false;
  return equalInConstantTime(opening.hash, hash);
}

/** A sandbox user id settles the session; a request no step can answer yet ends it. */
function follow(record: SessionRecord, nowMs: number): SessionRecord | undefined {
  const outcome = record.test ? sandboxOutcome(record.request.userId) : undefined;
  if (outcome !== undefined) return settle(record, outcome, nowMs);
  if (!needsDocument(record.request)) return undefined;
  return apply(record, { type: 'fail' }, nowMs, 'document_rejected');
}
