// Saving a part of the setting: what is answered is what the page shows from then on.
import { useState } from 'react';
import { useAction } from '../ui/use-action.ts';

/** @param save sends what is filled in when it is pressed */
export function useSave<T>(save: () => Promise<T>, onSaved: (saved: T) => void) {
  const [isSaved, setSaved] = useState(false);
  const action = useAction(async () => {
    setSaved(false);
    onSaved(await save());
    setSaved(true);
  });
  return { ...action, isSaved };
}
