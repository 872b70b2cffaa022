// Saves the setting; the page then shows the response.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import type { WireSso, WireSsoChanges } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useAction } from '../../../ui/use-action.ts';

/** @param changes read when the button is pressed */
export function useChangeSso(changes: WireSsoChanges, onSaved: (saved: WireSso) => void) {
  const client = useClient();
  const answers = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  const action = useAction(async () => {
    setSaved(false);
    const saved = await dataOf(client.PATCH('/dashboard/v1/sso', { body: changes }));
    answers.setQueryData(['sso'], saved);
    onSaved(saved);
    setSaved(true);
  });
  return { ...action, isSaved };
}
