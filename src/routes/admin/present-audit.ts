// Maps audit entries to wire fields.
import type { AuditRow } from '../../domain/platform/audit/chain.ts';
import type { CheckedEntry } from '../../domain/platform/audit/read.ts';
import type { AuditFields } from '../../domain/platform/audit/record.ts';
import { toTimestamp } from '../../time/timestamp.ts';

export function presentAuditEntry(row: AuditRow) {
  return {
    id: row.id,
    created_at: toTimestamp(row.at_ms),
    admin_user_id: row.staff_id,
    action: row.action,
    target_type: row.target_type,
    target_id: row.target_id,
    ...(row.ip !== null && { ip: row.ip }),
    ...(row.user_agent !== null && { user_agent: row.user_agent }),
    ...(row.before !== null && { before: readFields(row.before) }),
    ...(row.after !== null && { after: readFields(row.after) }),
  };
}

export function presentAuditDetail(entry: CheckedEntry) {
  const { row, hash, isIntact, isPreviousIntact, signedAtMs } = entry;
  return {
    ...presentAuditEntry(row),
    hash,
    intact: isIntact,
    previous_intact: isPreviousIntact,
    ...(signedAtMs !== null && { signed_at: toTimestamp(signedAtMs) }),
  };
}

const readFields = (text: string): Record<string, AuditFields[string]> =>
  JSON.parse(text) as Record<string, AuditFields[string]>;
