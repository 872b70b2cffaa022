import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { ActProps } from './retake-dialog.tsx';

/**
 * Explains what is erased and what is kept. The member must type the last characters of the token.
 */
export function EraseDialog({ file, onChanged, onClose }: ActProps) {
  const t = useTexts();
  const client = useClient();
  const { token, receipt } = file;
  return (
    <ConfirmDialog
      title={t('erase.title')}
      word={token.slice(-6)}
      act={t('erase.act')}
      conflict={t('erase.conflict')}
      onClose={onClose}
      onConfirm={async () => {
        await client.DELETE('/dashboard/v1/sessions/{token}/data', { params: { path: { token } } });
        await onChanged();
      }}
    >
      <p>{t('erase.text')}</p>
      {receipt !== undefined && <p>{t('erase.receipt_text')}</p>}
    </ConfirmDialog>
  );
}
