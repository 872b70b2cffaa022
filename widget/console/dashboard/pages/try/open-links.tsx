import { useTexts } from '../../../texts/context.ts';
import { QrCode } from '../../../ui/qr-code.tsx';

/**
 * Two ways to open the check: on a phone, as most visitors would, or in a tab of this browser. The
 * link belongs to the first device that opens it.
 */
export function OpenLinks({ verifyUrl }: { verifyUrl: string }) {
  const t = useTexts();
  const isLocal = ['localhost', '127.0.0.1'].includes(location.hostname);
  return (
    <div className="doors">
      <QrCode text={verifyUrl} label={t('try.qr')} />
      <div className="doors-text">
        <p>{t('try.scan')}</p>
        {isLocal && <p className="muted small">{t('try.local')}</p>}
        <a className="button primary" href={verifyUrl} target="_blank" rel="noreferrer">
          {t('try.here')}
        </a>
        <p className="muted small">{t('try.once')}</p>
      </div>
    </div>
  );
}
