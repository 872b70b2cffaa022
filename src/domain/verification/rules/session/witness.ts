// The further witness that a browser is there (D-127), before the first step that costs something. Pure; who is asked for it
// is domain/platform/witness.
import type { Witness } from '../../../platform/witness/ask-turnstile.ts';
import { type SessionRecord, withGroup } from './session.ts';
import { isAtStep } from './state.ts';

/** `missing`: the page brought none. */
export type WitnessFound = Witness | 'missing';

/** A test decides nothing, and may be driven by a program. */
export const needsWitness = (record: SessionRecord): boolean =>
  !record.test && isAtStep(record, 'consent');

export const lacksWitness = (record: SessionRecord, witness: WitnessFound | undefined): boolean =>
  witness === 'missing' && needsWitness(record);

/** Where nobody could say, the check continues and its band rises. */
export const noteWitness = (
  record: SessionRecord,
  witness: WitnessFound | undefined,
): SessionRecord =>
  witness === 'unreachable' && needsWitness(record)
    ? withGroup(record, 'signals', { unwitnessed: true })
    : record;
