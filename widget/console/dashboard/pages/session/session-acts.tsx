// Actions on a finished session: retaking the check, getting the receipt, and erasing the person's
// data (D-120).
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import type { WireSessionFile } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { useAction } from '../../../ui/use-action.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { RetakeDialog } from './retake-dialog.tsx';

type File = WireSessionFile;

const RUNNING: readonly File['status'][] = [
  'pending',
  'in_progress',
  'pending_tenant_review',
  'awaiting_retake',
];

export function SessionActs({ file }: { file: File }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const { role } = useUser();
  const [open, setOpen] = useState<'retake' | 'erase'>();
  const { token, receipt, retake, erased_at: erased } = file;
  const save = useAction(async () => {
    const { data } = await client.GET('/dashboard/v1/sessions/{token}/receipt', {
      params: { path: { token } },
      parseAs: 'blob',
    });
    if (data !== undefined) saveFile(data, `receipt-${token.slice(-6)}.txt`);
  });
  const close = () => setOpen(undefined);
  const changed = () =>
    Promise.all(
      [['session'], ['sessions'], ['audit']].map((queryKey) =>
        answers.invalidateQueries({ queryKey }),
      ),
    );
  const mayWrite = mayDo(role, 'sessions.write');
  const canRetake = mayWrite && retake === 'possible';
  const canErase = mayWrite && erased === undefined && !RUNNING.includes(file.status);
  // A dialog that shows a link stays open until the link is copied, even if the session has changed
  // in the meantime.
  if (!canRetake && !canErase && receipt === undefined && open === undefined) return null;
  return (
    <>
      <div className="page-actions">
        {canRetake && (
          <Button look="primary" onPress={() => setOpen('retake')}>
            {t('retake.act')}
          </Button>
        )}
        {receipt !== undefined && (
          <Button isPending={save.isRunning} onPress={save.run}>
            {t('receipt.save')}
          </Button>
        )}
        {canErase && (
          <Button look="plain" onPress={() => setOpen('erase')}>
            {t('erase.act')}
          </Button>
        )}
      </div>
      {receipt !== undefined && <p className="muted small">{t('receipt.text')}</p>}
      {(retake === 'age_judged' || retake === 'limit_exceeded') && (
        <p className="muted small">{t(`retake.not_${retake}`)}</p>
      )}
      {save.error !== undefined && (
        <ErrorNote error={save.error} conflict={t('receipt.conflict')} />
      )}
      {open === 'retake' && <RetakeDialog file={file} onChanged={changed} onClose={close} />}
      {open === 'erase' && <EraseDialog file={file} onChanged={changed} onClose={close} />}
    </>
  );
}
