// Asks before the next key of a ring is published: that cannot be taken back.
import { useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';
import type { Purpose } from './purposes.ts';

export function RotateDialog({ purpose, onClose }: { purpose: Purpose; onClose: () => void }) {
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
    <Dialog title={t('rings.rotate_title')} isOpen onClose={onClose}>
      <p>{t('rings.rotate_text', { ring: t(`rings.of_${purpose}`) })}</p>
      {rotation.error !== undefined && (
        <ErrorNote error={rotation.error} conflict={t('rings.none')} />
      )}
      <div className="dialog-foot">
        <Button onPress={onClose}>{t('confirm.keep')}</Button>
        <Button look="primary" isPending={rotation.isRunning} onPress={rotation.run}>
          {t('rings.rotate')}
        </Button>
      </div>
    </Dialog>
  );
}
