import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ShownOnce } from '../../shown-once.tsx';

/**
 * Explains that the receiver has one day to switch to the new secret, then shows the secret once.
 */
export function RotateSecretDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [made, setMade] = useState<string>();
  const rotate = useAction(async () => {
    const params = { path: { id } };
    const { secret } = await dataOf(
      client.POST('/dashboard/v1/webhooks/{id}/rotate-secret', { params }),
    );
    setMade(secret);
    await answers.invalidateQueries({ queryKey: ['webhooks'] });
  });
  if (made !== undefined) return <ShownOnce what="webhooks" text={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t('webhook.rotate_title')}
      act={t('webhook.rotate')}
      action={rotate}
      conflict={t('webhook.conflict_rotate')}
      onClose={onClose}
    >
      <p>{t('webhook.rotate_text')}</p>
    </FormDialog>
  );
}
