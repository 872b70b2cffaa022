// The calls that a session's object makes to the counter of the person's failed checks (D-55).
// After each call, the caller must read the record again, because it may have changed in the
// meantime.
import { activeDevice } from '../../domain/verification/rules/handoff/handoff.ts';
import { openLink, type LinkOpening } from '../../domain/verification/rules/opening/opening.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import type { SeenSession } from './access.ts';
import { countOf, type Counts } from './count-of.ts';

/**
 * Whether the person has no attempts left. Calls the counter only if the link has not been opened
 * yet and this opening would succeed; otherwise returns false.
 */
export async function areAttemptsUsedUp(
  counts: Counts,
  record: SessionRecord | undefined,
  opening: LinkOpening,
): Promise<boolean> {
  const attempts = record?.visitor.attempts;
  if (record === undefined || attempts === undefined) return false;
  if (record.secrets.browserHash !== undefined) return false;
  if (!openLink(record, opening, Date.now()).ok) return false;
  return countOf(counts, attempts).areUsedUp(attempts.cap);
}

/**
 * Begins the session's attempt. Must be called before the first evidence is judged.
 * @returns false when the person has no attempts left
 */
export async function beginAttempt(
  counts: Counts,
  seen: SeenSession | undefined,
): Promise<boolean> {
  const { record, device } = seen ?? {};
  const attempts = record?.visitor.attempts;
  if (attempts === undefined || record?.current.challenge === undefined) return true;
  if (device !== activeDevice(record)) return true;
  return countOf(counts, attempts).begin(record.id, attempts.cap);
}
