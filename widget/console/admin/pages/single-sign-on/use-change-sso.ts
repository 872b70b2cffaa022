// Saves the operators' single sign-on settings. The page then shows the settings from the response.
import { useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../../api/client.ts';
import type { WireOperatorSso, WireOperatorSsoChanges } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';

export function useChangeSso(): (changes: WireOperatorSsoChanges) => Promise<WireOperatorSso> {
  const client = useClient();
  const answers = useQueryClient();
  return async (body) => {
    const saved = await dataOf(client.PATCH('/admin/v1/sso', { body }));
    answers.setQueryData(['sso'], saved);
    return saved;
  };
}
