// Asks for confirmation before a customer's checks start or stop counting at other sites, and
// explains the consequences.
import { useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../../api/client.ts';
import type { WireAdminTenant } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { findEntry } from '../../find-entry.ts';

export interface TrustDone {
  trust: 'end' | 'restore';
  /** The customer's name. */
  name: string;
  /** The id of the action's audit entry. */
  entryId: number | undefined;
}

interface Props {
  tenant: WireAdminTenant;
  onDone: (done: TrustDone) => void;
  onClose: () => void;
}

export function TrustDialog({ tenant: { id, name, ages_trusted: was }, onDone, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const trust = was ? 'end' : 'restore';
  const change = useAction(async () => {
    const params = { path: { id } };
    await dataOf(client.PATCH('/admin/v1/tenants/{id}', { params, body: { ages_trusted: !was } }));
    const entryId = await findEntry(client, 'tenant.update', 'tenant', id);
    await Promise.all(
      [['tenant', id], ['tenants'], ['ages'], ['trail']].map((queryKey) =>
        answers.invalidateQueries({ queryKey }),
      ),
    );
    onClose();
    onDone({ trust, name, entryId });
  });
  return (
    <FormDialog
      title={t(`trust.${trust}_title`, { name })}
      act={t(`trust.${trust}`)}
      action={change}
      look={was ? 'danger' : 'primary'}
      onClose={onClose}
    >
      <p>{t(`trust.${trust}_text`)}</p>
    </FormDialog>
  );
}
