// A hook that saves part of the single sign-on settings. The page then shows the settings from the
// response.
import { useState } from 'react';
import { useAction } from '../ui/use-action.ts';

/** @param save sends the fields as they are when the button is pressed */
export function useSave<T>(save: () => Promise<T>, onSaved: (saved: T) => void) {
  const [isSaved, setSaved] = useState(false);
  const action = useAction(async () => {
    setSaved(false);
    onSaved(await save());
    setSaved(true);
  });
  return { ...action, isSaved };
}
