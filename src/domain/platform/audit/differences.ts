// Determines what an audit entry records about a change: the fields that differ, with their old and
// new values. Pure.
import type { AuditFields } from './record.ts';

/** @returns undefined when nothing differs, so there is nothing to record */
export function differences(
  before: AuditFields,
  after: AuditFields,
): { before: AuditFields; after: AuditFields } | undefined {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return undefined;
  const only = (fields: AuditFields): AuditFields =>
    Object.fromEntries(changed.map((name) => [name, fields[name] ?? null]));
  return { before: only(before), after: only(after) };
}
