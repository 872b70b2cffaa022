// What is filled in of something that others change, too.
import { useState } from 'react';

/**
 * A form's fields. When `saved` is fetched again, those that nobody has touched follow it, so that what differs from it is
 * what was filled in here, and saving takes back nothing that a colleague changed meanwhile.
 * @param draftOf its fields, as the form has them
 */
export function useDraft<Saved, Draft extends object>(
  saved: Saved,
  draftOf: (saved: Saved) => Draft,
) {
  const [known, setKnown] = useState(saved);
  const [draft, setDraft] = useState(() => draftOf(saved));
  if (known !== saved) {
    setKnown(saved);
    setDraft(rebased(draftOf(known), draft, draftOf(saved)));
  }
  return {
    draft,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    discard: () => setDraft(draftOf(saved)),
    /** @param answer what saving it ended with */
    restart: (answer: Saved) => setDraft(draftOf(answer)),
  };
}

/** @param begun what the draft was made from @returns what was touched as in the draft, the rest as it is now */
export const rebased = <Draft extends object>(begun: Draft, draft: Draft, newest: Draft): Draft =>
  Object.fromEntries(
    (Object.keys(draft) as (keyof Draft)[]).map((name) => [
      name,
      merged(begun[name], draft[name], newest[name]),
    ]),
  ) as Draft;

/** Of lists each member is a field. */
function merged(begun: unknown, draft: unknown, newest: unknown): unknown {
  if (!Array.isArray(begun) || !Array.isArray(draft)) return begun === draft ? newest : draft;
  const added = without(draft, begun);
  const removed = without(begun, draft);
  if (Array.isArray(newest)) return [...without(newest, removed), ...without(added, newest)];
  return added.length + removed.length === 0 ? newest : draft;
}

const without = (list: readonly unknown[], others: readonly unknown[]): unknown[] =>
  list.filter((each) => !others.includes(each));
