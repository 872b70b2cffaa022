// Begins counting where people leave, or ends it, which forgets what was counted: that is asked first.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';

export function CountingSwitch({ isOn }: { isOn: boolean }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const change = useAction(async () => {
    const body = { fall_through: !isOn };
    const saved = await dataOf(client.PATCH('/dashboard/v1/settings', { body }));
    answers.setQueryData(['settings'], saved);
    await answers.invalidateQueries({ queryKey: ['fall-through'] });
    setAsked(false);
  });
  const error = change.error !== undefined && <ErrorNote error={change.error} />;
  return (
    <>
      {!isAsked && error}
      <div className="page-actions">
        {isOn ? (
          <Button look="plain" onPress={() => setAsked(true)}>
            {t('fall.stop')}
          </Button>
        ) : (
          <Button isPending={change.isRunning} onPress={change.run}>
            {t('fall.begin')}
          </Button>
        )}
      </div>
      {isAsked && (
        <FormDialog
          title={t('fall.stop_title')}
          act={t('fall.stop')}
          action={change}
          look="danger"
          onClose={() => setAsked(false)}
        >
          <p>{t('fall.stop_text')}</p>
        </FormDialog>
      )}
    </>
  );
}
