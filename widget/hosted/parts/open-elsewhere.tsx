// Explains, in a browser that cannot run the check, how to open the same link in a browser that
// can: the link is still unopened (D-141).
import { useTexts } from '../i18n/context.ts';
import { CopyLink } from './copy-link.tsx';
import { QrCode } from './qr-code.tsx';

/**
 * @param url the page's URL, a single-use link that has not been opened yet
 * @param isPhone whether this device is a phone; a phone is not offered a QR code for another
 *   device
 */
export function OpenElsewhere({ url, isPhone }: { url: string; isPhone: boolean }) {
  const t = useTexts();
  return (
    <div class="elsewhere">
      <p>{t('elsewhere.paste')}</p>
      <CopyLink
        url={url}
        label={t('elsewhere.link_label')}
        copy={t('handoff.copy')}
        copied={t('handoff.copied')}
      />
      {!isPhone && (
        <>
          <p>{t('elsewhere.scan')}</p>
          <QrCode text={url} label={t('elsewhere.link_label')} isOver={false} />
        </>
      )}
    </div>
  );
}
