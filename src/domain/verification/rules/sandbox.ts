// Test mode: settling a session without evidence, through the same state machine. Pure.
import { apply, type FinalStatus } from './machine.ts';
import type { SessionReason } from './reasons.ts';
import type { SessionRecord } from './session.ts';

const SUFFIXES = {
  '+pass': 'success',
  '+fail': 'failed',
  '+cancel': 'canceled',
  '+expire': 'expired',
} as const;

/** The outcome a test session takes when its link is opened, by the end of its user id (D-14). */
export function sandboxOutcome(userId: string | undefined): FinalStatus | undefined {
  const suffix = Object.keys(SUFFIXES).find((end) => userId?.endsWith(end));
  return suffix === undefined ? undefined : SUFFIXES[suffix as keyof typeof SUFFIXES];
}

/** @returns undefined when the session is settled already; checks stay as they are */
export function settle(
  record: SessionRecord,
  outcome: FinalStatus,
  nowMs: number,
  reason: SessionReason = 'test_mode',
): SessionRecord | undefined {
  return apply(record, { type: 'settle', outcome }, nowMs, reason);
}
