// What opening a link does to a session, and what follows from it by itself. Pure.
import { sandboxOutcome, settle } from './sandbox.ts';
import type { SessionEventType } from './session-event.ts';
import { apply, finalStatus, needsDocument, noteFunnel, type SessionRecord } from './session.ts';

/**
 * Binds a session to the browser that opened it.
 * @returns the record and the events it causes; a session that was settled before only gains its reader
 */
export function openRecord(
  record: SessionRecord,
  browserHash: string,
  nowMs: number,
  ipCountry: string | undefined,
): { opened: SessionRecord; events: SessionEventType[] } {
  const bound = { ...record, browserHash, ...(ipCountry !== undefined && { ipCountry }) };
  if (finalStatus(record) !== undefined) return { opened: bound, events: [] };
  const noted = noteFunnel(bound, 'opened', nowMs);
  const opened = apply(noted, { type: 'redeem' }, nowMs) ?? noted;
  const followed = follow(opened, nowMs);
  return followed === undefined
    ? { opened, events: ['opened'] }
    : { opened: followed, events: ['opened', 'completed'] };
}

/** A sandbox user id settles the session; a request no step can answer yet ends it. */
function follow(record: SessionRecord, nowMs: number): SessionRecord | undefined {
  const outcome = record.test ? sandboxOutcome(record.request.userId) : undefined;
  if (outcome !== undefined) return settle(record, outcome, nowMs);
  if (!needsDocument(record.request)) return undefined;
  return apply(record, { type: 'fail' }, nowMs, 'document_rejected');
}
