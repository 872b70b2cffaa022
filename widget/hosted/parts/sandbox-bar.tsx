// Where the bar of test sessions is drawn, by a script that nobody else loads.
import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../i18n/context.ts';
import { EXPLAINED_REASONS } from '../verdict-texts.ts';
import type { DrawBar } from './sandbox-controls.ts';

export function SandboxBar({
  isOfFace,
  onSettle,
}: Pick<Parameters<DrawBar>[1], 'isOfFace' | 'onSettle'>) {
  const { language } = useTexts();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    let isHere = true;
    const draw = ({ drawBar }: { drawBar: DrawBar }) => {
      if (isHere && place.current)
        drawBar(place.current, { language, reasons: EXPLAINED_REASONS, isOfFace, onSettle });
    };
    // Without it a test session can still be settled by the backend.
    import('./sandbox-controls.ts').then(draw, () => undefined);
    return () => {
      isHere = false;
    };
  }, [language]);
  return <aside ref={place} class="sandbox" aria-labelledby="sandbox-title" />;
}
