import { useQueryClient } from '@tanstack/react-query';
import type { WireScimToken } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface Props {
  token: WireScimToken;
  onClose: () => void;
}

export function RevokeTokenDialog({ token: { id, last_four: end }, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  return (
    <ConfirmDialog
      title={t('directory.revoke_title', { end })}
      word={end}
      act={t('directory.revoke')}
      onClose={onClose}
      onConfirm={async () => {
        await client.DELETE('/dashboard/v1/scim-tokens/{id}', { params: { path: { id } } });
        await answers.invalidateQueries({ queryKey: ['directory'] });
      }}
    >
      <p>{t('directory.revoke_text')}</p>
    </ConfirmDialog>
  );
}
