// Actions that operators take on an account, each with a reason that is recorded in the audit log.
// Suspending an account, signing the person out and removing the account also require a typed
// confirmation.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '../../../../../src/domain/customers/admins/rights.ts';
import type { Client } from '../../../api/client.ts';
import type { WireAccount } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { findEntry } from '../../find-entry.ts';

/**
 * Actions that restore access to an account. In the audit log, these and the other actions are
 * named `account.<act>`.
 */
type Opening = 'unsuspend' | 'unlock';
type Act = 'suspend' | 'force_logout' | 'delete' | Opening;

export interface PersonDone {
  act: Act;
  /** The id of the action's audit entry. */
  entryId: number | undefined;
}

interface Props {
  account: WireAccount;
  onDone: (done: PersonDone) => void;
}

export function Acts({ account, onDone }: Props) {
  const t = useTexts();
  const { role } = useUser();
  const [selected, setSelected] = useState<Act>();
  const { status } = account;
  return (
    <>
      <div className="page-actions">
        {status === 'suspended' ? (
          <Button look="primary" onPress={() => setSelected('unsuspend')}>
            {t('person.unsuspend')}
          </Button>
        ) : (
          <Button onPress={() => setSelected('suspend')}>{t('person.suspend')}</Button>
        )}
        {status === 'locked' && (
          <Button look="primary" onPress={() => setSelected('unlock')}>
            {t('person.unlock')}
          </Button>
        )}
        <Button onPress={() => setSelected('force_logout')}>{t('person.force_logout')}</Button>
        {mayDo(role, 'accounts.delete') && (
          <Button look="plain" onPress={() => setSelected('delete')}>
            {t('person.delete')}
          </Button>
        )}
      </div>
      {selected !== undefined && (
        <ActDialog
          act={selected}
          account={account}
          onDone={onDone}
          onClose={() => setSelected(undefined)}
        />
      )}
    </>
  );
}

function ActDialog({ act, account, onDone, onClose }: Props & { act: Act; onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [reason, setReason] = useState('');
  const { id } = account;
  const perform = async () => {
    await call(client, act, id, reason.trim());
    onDone({ act, entryId: await findEntry(client, `account.${act}`, 'account', id) });
    if (act === 'delete') answers.removeQueries({ queryKey: ['person', id] });
    await Promise.all(
      [['person', id], ['people'], ['trail'], ['platform']].map((queryKey) =>
        answers.invalidateQueries({ queryKey }),
      ),
    );
  };
  const opening = useAction(async () => {
    await perform();
    onClose();
  });
  const isReady = reason.trim() !== '';
  const content = (
    <>
      <p>{t(`person.${act}_text`)}</p>
      <TextInput
        label={t('member_sessions.reason')}
        hint={t('person.reason_hint')}
        isRequired
        value={reason}
        onChange={setReason}
      />
    </>
  );
  const said = { title: t(`person.${act}_title`), act: t(`person.${act}`), onClose };
  return isOpening(act) ? (
    <FormDialog {...said} action={opening} isDisabled={!isReady}>
      {content}
    </FormDialog>
  ) : (
    <ConfirmDialog
      {...said}
      word={account.email ?? account.subject}
      isReady={isReady}
      onConfirm={perform}
    >
      {content}
    </ConfirmDialog>
  );
}

const isOpening = (act: Act): act is Opening => act === 'unsuspend' || act === 'unlock';

function call(client: Client, act: Act, id: number, reason: string): Promise<unknown> {
  const of = { params: { path: { id } }, body: { reason } };
  if (act === 'delete') return client.DELETE('/admin/v1/accounts/{id}', of);
  if (act === 'force_logout') return client.POST('/admin/v1/accounts/{id}/force-logout', of);
  return client.PATCH(`/admin/v1/accounts/{id}/${act}`, of);
}
