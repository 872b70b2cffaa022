// An address as a QR code. The encoder is loaded when one is shown.
import { useEffect, useState } from 'react';
import type { QrOutline } from '../../qr-path.ts';

interface Props {
  text: string;
  /** What happens when it is scanned. */
  label: string;
}

export function QrCode({ text, label }: Props) {
  const [outline, setOutline] = useState<QrOutline>();
  useEffect(() => {
    let isWanted = true;
    const show = ({ outlineQr }: typeof import('../../qr-path.ts')) =>
      isWanted && setOutline(outlineQr(text));
    // Without it the link beside it is still there.
    import('../../qr-path.ts').then(show, () => undefined);
    return () => {
      isWanted = false;
    };
  }, [text]);
  if (outline === undefined) return <div className="qr" aria-hidden="true" />;
  return (
    <div className="qr">
      <svg viewBox={`0 0 ${outline.size} ${outline.size}`} role="img" aria-label={label}>
        <path d={outline.path} />
      </svg>
    </div>
  );
}
