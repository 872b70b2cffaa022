import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ShownOnce } from '../../shown-once.tsx';
import type { File } from './session-acts.tsx';

export interface ActProps {
  file: File;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}

/** Another session for the same visitor, whose link is shown this once. A second press after a lost answer gives the same link. */
export function RetakeDialog({ file, onChanged, onClose }: ActProps) {
  const t = useTexts();
  const client = useClient();
  const [key] = useState(() => crypto.randomUUID());
  const [link, setLink] = useState<string>();
  const retake = useAction(async () => {
    const made = await dataOf(
      client.POST('/dashboard/v1/sessions/{token}/retake', {
        params: { path: { token: file.token }, header: { 'idempotency-key': key } },
      }),
    );
    setLink(made.verify_url);
    await onChanged();
  });
  if (link !== undefined) return <ShownOnce what="retake" text={link} onClose={onClose} />;
  return (
    <Dialog title={t('retake.title')} isOpen onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          retake.run();
        }}
      >
        <p>{t('retake.text')}</p>
        {retake.error !== undefined && (
          <ErrorNote error={retake.error} conflict={t('retake.conflict')} />
        )}
        <div className="dialog-foot">
          <Button onPress={onClose}>{t('confirm.cancel')}</Button>
          <Button type="submit" look="primary" isPending={retake.isRunning}>
            {t('retake.act')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
