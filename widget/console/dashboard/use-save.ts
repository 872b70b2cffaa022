// Saves settings. The page then shows the settings from the response.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../api/client.ts';
import type { WireSettingsChanges } from '../api/wire.ts';
import { useClient } from '../session/context.ts';
import { useAction } from '../ui/use-action.ts';

type Changes = WireSettingsChanges;

/** @param changes the changes to send, read when the button is pressed */
export function useSave(changes: Changes) {
  const client = useClient();
  const answers = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  const start = async () => {
    setSaved(false);
    const saved = await dataOf(client.PATCH('/dashboard/v1/settings', { body: changes }));
    answers.setQueryData(['settings'], saved);
    await answers.invalidateQueries({ queryKey: ['margin'] });
    await answers.invalidateQueries({ queryKey: ['law'] });
    setSaved(true);
  };
  const action = useAction(start);
  return { ...action, start, isSaved, forgetSaved: () => setSaved(false) };
}
