// A QR code for the wallet app on another device, dark on white in both themes, as cameras expect.
import { useEffect, useState } from 'preact/hooks';
import type { QrOutline } from '../../qr-path.ts';

/** @param label the text for people who cannot see the code */
export function ScanCode({
  text,
  label,
  isOver,
}: {
  text: string;
  label: string;
  isOver: boolean;
}) {
  const [outline, setOutline] = useState<QrOutline>();
  useEffect(() => {
    let isCurrent = true;
    const draw = async () => {
      const { outlineQr } = await import('../../qr-path.ts');
      if (isCurrent) setOutline(outlineQr(text));
    };
    void draw();
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return (
    <div class="qr wallet-code" data-over={isOver}>
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
