import { useQueryClient } from '@tanstack/react-query';
import type { WireDashboardUser } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface Props {
  member: WireDashboardUser;
  onClose: () => void;
}

export function RemoveDialog({ member, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  return (
    <ConfirmDialog
      title={t('team.remove_title', { name: member.name })}
      word={member.email}
      act={t('team.remove')}
      conflict={t('team.last_owner')}
      onClose={onClose}
      onConfirm={async () => {
        await client.DELETE('/dashboard/v1/team/{id}', { params: { path: { id: member.id } } });
        await answers.invalidateQueries({ queryKey: ['team'] });
      }}
    >
      <p>{t('team.remove_text')}</p>
    </ConfirmDialog>
  );
}
