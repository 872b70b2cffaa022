// A link that saves a file: the signed statement that the pictures of a check were deleted. It is
// shown after a check whose pictures were sent.
import { receiptPath } from '../requests/api.ts';
import { useTexts } from '../i18n/context.ts';

/**
 * @param onSave called when the visitor uses the link, so that the page does not return to the site
 *   while the browser asks where to save the file
 */
export function ReceiptLink({ id, onSave }: { id: string; onSave: () => void }) {
  const t = useTexts();
  return (
    <p class="small">
      <a class="text-link" href={receiptPath(id)} download="receipt.txt" onClick={onSave}>
        {t('return.receipt')}
      </a>
    </p>
  );
}
