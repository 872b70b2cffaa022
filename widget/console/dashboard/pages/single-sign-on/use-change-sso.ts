// Saves changes to the single sign-on settings. The page then shows the settings from the response.
import { useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../../api/client.ts';
import type { WireSso, WireSsoChanges } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';

export function useChangeSso(): (changes: WireSsoChanges) => Promise<WireSso> {
  const client = useClient();
  const answers = useQueryClient();
  return async (body) => {
    const saved = await dataOf(client.PATCH('/dashboard/v1/sso', { body }));
    answers.setQueryData(['sso'], saved);
    return saved;
  };
}
