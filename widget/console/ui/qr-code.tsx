import { useEffect, useState } from 'react';
import type { QrOutline } from '../../qr-path.ts';

/**
 * A QR code that is dark on white in both themes, as cameras expect.
 * @param label the text for screen readers; the page must also offer the same content in another
 *   form
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [outline, setOutline] = useState<QrOutline>();
  useEffect(() => {
    let isWanted = true;
    import('../../qr-path.ts').then(
      ({ outlineQr }) => isWanted && setOutline(outlineQr(text)),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [text]);
  return (
    <div className="qr">
      {outline && (
        <svg
          viewBox={`0 0 ${outline.size} ${outline.size}`}
          role="img"
          aria-label={label}
          shapeRendering="crispEdges"
        >
          <path d={outline.path} />
        </svg>
      )}
    </div>
  );
}
