// What operators can do to an account. What ends something is typed first.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '../../../../../src/domain/admins/rights.ts';
import type { Client } from '../../../api/client.ts';
import type { components } from '../../../api/schema.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { findEntry } from '../../find-entry.ts';

/** As the audit calls them: `account.<act>`. */
type Ending = 'suspend' | 'force_logout' | 'delete';
type Opening = 'unsuspend' | 'unlock';

export interface Done {
  act: Ending | Opening;
  /** Its entry in the audit. */
  entryId: number | undefined;
}

interface Props {
  account: components['schemas']['Account'];
  onDone: (done: Done) => void;
}

export function Acts({ account, onDone }: Props) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const { role } = useUser();
  const [asked, setAsked] = useState<Ending>();
  const perform = async (act: Ending | Opening) => {
    await call(client, act, account.id);
    onDone({ act, entryId: await findEntry(client, `account.${act}`, 'account', account.id) });
    if (act === 'delete') answers.removeQueries({ queryKey: ['person', account.id] });
    await Promise.all(
      [['person', account.id], ['people'], ['trail'], ['platform']].map((queryKey) =>
        answers.invalidateQueries({ queryKey }),
      ),
    );
  };
  const unsuspend = useAction(() => perform('unsuspend'));
  const unlock = useAction(() => perform('unlock'));
  const error = unsuspend.error ?? unlock.error;
  return (
    <>
      {error !== undefined && <ErrorNote error={error} />}
      <div className="page-actions">
        {account.status === 'suspended' ? (
          <Button look="primary" isPending={unsuspend.isRunning} onPress={unsuspend.run}>
            {t('person.unsuspend')}
          </Button>
        ) : (
          <Button onPress={() => setAsked('suspend')}>{t('person.suspend')}</Button>
        )}
        {account.status === 'locked' && (
          <Button look="primary" isPending={unlock.isRunning} onPress={unlock.run}>
            {t('person.unlock')}
          </Button>
        )}
        <Button onPress={() => setAsked('force_logout')}>{t('person.force_logout')}</Button>
        {mayDo(role, 'accounts.delete') && (
          <Button look="plain" onPress={() => setAsked('delete')}>
            {t('person.delete')}
          </Button>
        )}
      </div>
      {asked !== undefined && (
        <ConfirmDialog
          title={t(`person.${asked}_title`)}
          word={account.email ?? account.subject}
          act={t(`person.${asked}`)}
          onConfirm={() => perform(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{t(`person.${asked}_text`)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function call(client: Client, act: Ending | Opening, id: number): Promise<unknown> {
  const of = { params: { path: { id } } };
  if (act === 'delete') return client.DELETE('/admin/v1/accounts/{id}', of);
  if (act === 'force_logout') return client.POST('/admin/v1/accounts/{id}/force-logout', of);
  return client.PATCH(`/admin/v1/accounts/{id}/${act}`, of);
}
