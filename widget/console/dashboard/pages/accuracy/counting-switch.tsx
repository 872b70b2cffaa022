// Starts or stops counting where people leave the check. Stopping deletes the counts and requires a
// typed confirmation.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';

export function CountingSwitch({ isOn }: { isOn: boolean }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const { email } = useUser();
  const [isConfirming, setConfirming] = useState(false);
  const change = async () => {
    const body = { fall_through: !isOn };
    const saved = await dataOf(client.PATCH('/dashboard/v1/settings', { body }));
    answers.setQueryData(['settings'], saved);
    await answers.invalidateQueries({ queryKey: ['fall-through'] });
  };
  const begin = useAction(change);
  return (
    <>
      {begin.error !== undefined && <ErrorNote error={begin.error} />}
      <div className="page-actions">
        {isOn ? (
          <Button look="plain" onPress={() => setConfirming(true)}>
            {t('fall.stop')}
          </Button>
        ) : (
          <Button isPending={begin.isRunning} onPress={begin.run}>
            {t('fall.begin')}
          </Button>
        )}
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t('fall.stop_title')}
          word={email}
          act={t('fall.stop')}
          onConfirm={change}
          onClose={() => setConfirming(false)}
        >
          <p>{t('fall.stop_text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
