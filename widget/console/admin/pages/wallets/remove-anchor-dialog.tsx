// Asks for confirmation before a certificate is no longer trusted, and explains the consequences.
import { Link } from 'wouter';
import { dataOf } from '../../../api/client.ts';
import type { WireAdminWalletAnchor } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { shortPrint } from './anchor-columns.tsx';
import { typesThatEnd } from './anchor-end.ts';
import { describeDocType } from './doc-types.ts';

type Anchor = WireAdminWalletAnchor;

interface Props {
  anchor: Anchor;
  /** All listed certificates, including this one. */
  all: readonly Anchor[];
  onDone: (anchor: Anchor) => Promise<void>;
  onClose: () => void;
}

export function RemoveAnchorDialog({ anchor, all, onDone, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const ending = typesThatEnd(anchor, all, Date.now());
  const params = { path: { id: anchor.id } };
  return (
    <ConfirmDialog
      title={t('wallets.remove_title')}
      word={shortPrint(anchor)}
      act={t('act.remove')}
      onConfirm={async () => {
        await dataOf(client.DELETE('/admin/v1/wallet/anchors/{id}', { params }));
        await onDone(anchor);
      }}
      onClose={onClose}
    >
      <p>
        <strong>{anchor.name}</strong>
      </p>
      <p>{t('wallets.remove_text')}</p>
      {ending.length > 0 && (
        <>
          <p>{t('wallets.remove_last')}</p>
          <ul>
            {ending.map((type) => (
              <li key={type}>{describeDocType(type, t)}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        {t('wallets.remove_stays')} <Link href="/ages?method=wallet">{t('wallets.see_ages')}</Link>
      </p>
    </ConfirmDialog>
  );
}
