// Suspends a customer, or lifts the suspension. To suspend a customer, the operator must give a
// reason and type the customer's name.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import type { WireAdminTenantDetail } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { findEntry } from '../../find-entry.ts';

type Tenant = WireAdminTenantDetail;
type Act = 'suspend' | 'unsuspend' | 'update';

export interface TenantDone {
  act: Act;
  /** The id of the action's audit entry. */
  entryId: number | undefined;
}

interface Props {
  tenant: Tenant;
  onDone: (done: TenantDone) => void;
}

/**
 * Returns a function to call after a change to a customer: it reports the change and reloads the
 * customer's data on all pages.
 */
export function useTenantChanged({ tenant: { id }, onDone }: Props) {
  const client = useClient();
  const answers = useQueryClient();
  return async (act: Act) => {
    const entryId = await findEntry(client, `tenant.${act}`, 'tenant', id);
    onDone({ act, entryId });
    await Promise.all(
      [['tenant', id], ['tenants'], ['trail']].map((queryKey) =>
        answers.invalidateQueries({ queryKey }),
      ),
    );
  };
}

export function TenantActs(props: Props) {
  const { tenant } = props;
  const t = useTexts();
  const client = useClient();
  const changed = useTenantChanged(props);
  const [isConfirming, setConfirming] = useState(false);
  const [reason, setReason] = useState('');
  const path = { id: tenant.id };
  const unsuspend = useAction(async () => {
    await dataOf(client.PATCH('/admin/v1/tenants/{id}/unsuspend', { params: { path } }));
    await changed('unsuspend');
  });
  const suspend = async () => {
    const body = { reason: reason.trim() };
    await dataOf(client.PATCH('/admin/v1/tenants/{id}/suspend', { params: { path }, body }));
    await changed('suspend');
  };
  return (
    <>
      {unsuspend.error !== undefined && <ErrorNote error={unsuspend.error} />}
      <div className="page-actions">
        {tenant.state === 'suspended' ? (
          <Button look="primary" isPending={unsuspend.isRunning} onPress={unsuspend.run}>
            {t('tenant.unsuspend')}
          </Button>
        ) : (
          <Button onPress={() => setConfirming(true)}>{t('tenant.suspend')}</Button>
        )}
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t('tenant.suspend_title')}
          word={tenant.name}
          act={t('tenant.suspend')}
          isReady={reason.trim() !== ''}
          onConfirm={suspend}
          onClose={() => setConfirming(false)}
        >
          <p>{t('tenant.suspend_text')}</p>
          <TextInput
            label={t('tenant.reason')}
            hint={t('tenant.reason_hint')}
            value={reason}
            onChange={setReason}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
