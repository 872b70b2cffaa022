// Asks for confirmation before the next key of a ring is published, because that cannot be undone.
import { useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import type { KeyPurpose } from './purposes.ts';

export function RotateDialog({ purpose, onClose }: { purpose: KeyPurpose; onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const rotation = useAction(async () => {
    const params = { path: { purpose } };
    await dataOf(client.POST('/admin/v1/signing-keys/{purpose}/rotate', { params }));
    await Promise.all(
      [['health'], ['trail']].map((queryKey) => answers.invalidateQueries({ queryKey })),
    );
    onClose();
  });
  return (
    <FormDialog
      title={t('rings.rotate_title')}
      act={t('rings.rotate')}
      action={rotation}
      conflict={t('rings.none')}
      onClose={onClose}
    >
      <p>{t('rings.rotate_text', { ring: t(`rings.of_${purpose}`) })}</p>
    </FormDialog>
  );
}
