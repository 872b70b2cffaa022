import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ShownOnce } from '../../shown-once.tsx';
import type { SeenFile } from './seen.ts';

export interface ActProps {
  file: SeenFile;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}

/**
 * Creates another session for the same visitor, and shows its link once. A second press after a
 * lost response returns the same link.
 */
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
    <FormDialog
      title={t('retake.title')}
      act={t('retake.act')}
      action={retake}
      conflict={t('retake.conflict')}
      onClose={onClose}
    >
      <p>{t('retake.text')}</p>
    </FormDialog>
  );
}
