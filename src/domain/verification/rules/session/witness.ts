// An additional bot check of the browser (D-127), performed before the first step that incurs a
// cost. Pure; domain/platform/witness calls the service that runs the check.
import type { Witness } from '../../../platform/witness/ask-turnstile.ts';
import { type SessionRecord, withGroup } from './session.ts';
import { isAtStep } from './state.ts';

/** `missing`: the page sent no token. */
export type WitnessFound = Witness | 'missing';

/**
 * Whether a bot check is required. Test sessions do not need one: their results have no effect, and
 * programs may run them.
 */
export const needsWitness = (record: SessionRecord): boolean =>
  !record.test && isAtStep(record, 'consent');

export const lacksWitness = (record: SessionRecord, witness: WitnessFound | undefined): boolean =>
  witness === 'missing' && needsWitness(record);

/**
 * Records that the service for the bot check could not be reached: the session continues with a
 * higher risk band.
 */
export const noteWitness = (
  record: SessionRecord,
  witness: WitnessFound | undefined,
): SessionRecord =>
  witness === 'unreachable' && needsWitness(record)
    ? withGroup(record, 'signals', { unwitnessed: true })
    : record;
