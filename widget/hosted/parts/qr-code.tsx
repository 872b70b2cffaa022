// A QR code drawn by script, dark on white in both themes, as cameras expect.
import { useEffect, useState } from 'preact/hooks';
import type { QrOutline } from '../../qr-path.ts';
import { useTexts } from '../i18n/context.ts';

/**
 * @param label the text for screen readers; the page must offer the same content in another form
 */
export function QrCode({ text, label, isOver }: { text: string; label: string; isOver: boolean }) {
  const t = useTexts();
  const [outline, setOutline] = useState<QrOutline | 'failed'>();
  useEffect(() => {
    let isCurrent = true;
    const show = (next: QrOutline | 'failed') => isCurrent && setOutline(next);
    import('../../qr-path.ts').then(
      ({ outlineQr }) => show(outlineQr(text)),
      () => show('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  if (outline === 'failed') return <p class="qr qr-failed">{t('handoff.qr_failed')}</p>;
  return (
    <div class="qr" data-over={isOver}>
      {outline && (
        <svg
          viewBox={`0 0 ${outline.size} ${outline.size}`}
          role="img"
          aria-label={label}
          shape-rendering="crispEdges"
        >
          <path d={outline.path} />
        </svg>
      )}
    </div>
  );
}
