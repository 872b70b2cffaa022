// Asks for confirmation before a certificate is left out of new evidence packs.
import { dataOf } from '../../../api/client.ts';
import type { WireAdminCertificate } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Finish } from './finish.ts';

interface Props {
  certificate: WireAdminCertificate;
  onDone: Finish;
  onClose: () => void;
}

export function WithdrawCertificateDialog({ certificate, onDone, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const params = { path: { id: certificate.id } };
  return (
    <ConfirmDialog
      title={t('evidence.withdraw_title')}
      word={certificate.sha256.slice(0, 8)}
      act={t('evidence.withdraw')}
      onConfirm={async () => {
        await dataOf(client.DELETE('/admin/v1/evidence/certificates/{id}', { params }));
        await onDone('certificate.withdraw', certificate.id);
      }}
      onClose={onClose}
    >
      <p>
        <strong>
          <bdi>{certificate.title}</bdi>
        </strong>
      </p>
      <p>{t('evidence.certificate_withdraw_text')}</p>
    </ConfirmDialog>
  );
}
