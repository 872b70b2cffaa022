// A row of the session list, whether it is in D1 or in a ledger.
import type { verificationSessions } from '../../../db/schema/verification-sessions.ts';
import { parseReason, type SessionReason } from '../rules/session/reasons.ts';

type StoredRow = Omit<typeof verificationSessions.$inferSelect, 'funnel' | 'returned'>;
export type SessionRow = Omit<StoredRow, 'reason'> & { reason: SessionReason | null };

/** Parses the row's reason, which may be any text in a test session (D-14). */
export const parseRow = <T extends StoredRow>(row: T): T & SessionRow => ({
  ...row,
  reason: row.reason === null ? null : parseReason(row.reason),
});
