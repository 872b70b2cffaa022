import { useTexts } from '../../../texts/context.ts';
import { QrCode } from '../../../ui/qr-code.tsx';

/** The two ways in: a phone, as most visitors would, or a tab of this browser. The first that opens it keeps it. */
export function Doors({ verifyUrl }: { verifyUrl: string }) {
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
