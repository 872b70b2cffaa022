// A draft of data that others may be changing at the same time.
import { useState } from 'react';

/**
 * A form's fields. When `saved` is reloaded, untouched fields are updated, so that only fields that
 * the member has edited differ from `saved`, and saving does not revert a colleague's change.
 * @param draftOf converts the saved data into the form's fields
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
    /** @param answer the saved data that the server has returned */
    restart: (answer: Saved) => setDraft(draftOf(answer)),
  };
}

/**
 * @param begun the saved fields that the draft started from
 * @returns edited fields as in the draft, and all other fields as currently saved
 */
export const rebased = <Draft extends object>(begun: Draft, draft: Draft, newest: Draft): Draft =>
  Object.fromEntries(
    (Object.keys(draft) as (keyof Draft)[]).map((name) => [
      name,
      merged(begun[name], draft[name], newest[name]),
    ]),
  ) as Draft;

/** Merges one field. In a list, each entry is merged separately. */
function merged(begun: unknown, draft: unknown, newest: unknown): unknown {
  if (!Array.isArray(begun) || !Array.isArray(draft)) return begun === draft ? newest : draft;
  const added = without(draft, begun);
  const removed = without(begun, draft);
  if (Array.isArray(newest)) return [...without(newest, removed), ...without(added, newest)];
  return added.length + removed.length === 0 ? newest : draft;
}

const without = (list: readonly unknown[], others: readonly unknown[]): unknown[] =>
  list.filter((each) => !others.includes(each));
