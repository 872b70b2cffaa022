// Addresses the counter of a person's failed checks (D-55), which is stored in the same
// jurisdiction as the session (D-172).
import { residencyOf } from '../../domain/terms/residency.ts';
import type { AttemptLimit } from '../../domain/verification/rules/session/visitor.ts';
import type { AttemptCount } from '../attempt-count.ts';
import type { Resided } from '../residence.ts';

export type Counts = Resided<AttemptCount>;

/** @param limit the attempt limit of a session, or the session's report of its attempt */
export const countOf = (
  counts: Counts,
  limit: Pick<AttemptLimit, 'of' | 'residency'>,
): DurableObjectStub<AttemptCount> => counts(residencyOf(limit)).byName(limit.of);
