import { useQueryClient } from '@tanstack/react-query';
import type { WireApiKey } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { nameOfKey } from './key-name.ts';

interface Props {
  apiKey: WireApiKey;
  onClose: () => void;
}

export function RevokeDialog({ apiKey, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  return (
    <ConfirmDialog
      title={t('keys.revoke_title', { name: nameOfKey(apiKey) })}
      word={apiKey.last_four}
      act={t('keys.revoke')}
      onClose={onClose}
      onConfirm={async () => {
        await client.DELETE('/dashboard/v1/api-keys/{id}', {
          params: { path: { id: apiKey.id } },
        });
        await answers.invalidateQueries({ queryKey: ['keys'] });
      }}
    >
      <p>{t('keys.revoke_text')}</p>
      <p>
        <code dir="ltr">{`${apiKey.prefix}…${apiKey.last_four}`}</code>
      </p>
    </ConfirmDialog>
  );
}
