// Asks for confirmation before a customer may show a name that resembles another company's, and
// explains the consequences.
import { useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../../api/client.ts';
import type { WireAdminQuestionedNames } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { findEntry } from '../../find-entry.ts';

export interface NameDone {
  /** The name that was confirmed. */
  name: string;
  /** The id of the action's audit entry. */
  entryId: number | undefined;
}

interface Props {
  named: WireAdminQuestionedNames['names'][number];
  onDone: (done: NameDone) => void;
  onClose: () => void;
}

export function ConfirmNameDialog({ named, onDone, onClose }: Props) {
  const { name, tenant_id: id, tenant_name: tenant } = named;
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const confirm = useAction(async () => {
    const params = { path: { id } };
    await dataOf(client.POST('/admin/v1/tenants/{id}/names', { params, body: { name } }));
    const entryId = await findEntry(client, 'tenant.confirm_name', 'tenant', id);
    await Promise.all(
      [['names'], ['confirmed', id], ['trail']].map((queryKey) =>
        answers.invalidateQueries({ queryKey }),
      ),
    );
    onClose();
    onDone({ name, entryId });
  });
  return (
    <FormDialog
      title={t('names.confirm_title', { name })}
      act={t('names.confirm')}
      action={confirm}
      conflict={t('names.conflict')}
      onClose={onClose}
    >
      <p>{t('names.confirm_text', { name, tenant })}</p>
    </FormDialog>
  );
}
