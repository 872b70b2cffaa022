// Asks for confirmation before an incident is left out of new evidence packs.
import { dataOf } from '../../../api/client.ts';
import type { WireAdminIncident } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Finish } from './finish.ts';

interface Props {
  incident: WireAdminIncident;
  onDone: Finish;
  onClose: () => void;
}

export function WithdrawIncidentDialog({ incident, onDone, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const params = { path: { id: incident.id } };
  return (
    <ConfirmDialog
      title={t('evidence.withdraw_title')}
      word={incident.began_at.slice(0, 10)}
      act={t('evidence.withdraw')}
      onConfirm={async () => {
        await dataOf(client.DELETE('/admin/v1/evidence/incidents/{id}', { params }));
        await onDone('incident.withdraw', incident.id);
      }}
      onClose={onClose}
    >
      <p>
        <strong>
          <bdi>{incident.what}</bdi>
        </strong>
      </p>
      <p>{t('evidence.incident_withdraw_text')}</p>
    </ConfirmDialog>
  );
}
