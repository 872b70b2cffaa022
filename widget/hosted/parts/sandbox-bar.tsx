// Placeholder for the test-session bar. A separate script renders the bar into it.
import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../i18n/context.ts';
import { EXPLAINED_REASONS } from '../texts/verdict-texts.ts';
import type { DrawBar } from './sandbox-controls.ts';

export function SandboxBar({
  onSettle,
  ...of
}: Omit<Parameters<DrawBar>[1], 'language' | 'reasons'>) {
  const { language } = useTexts();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    let isHere = true;
    const draw = ({ drawBar }: { drawBar: DrawBar }) => {
      if (isHere && place.current)
        drawBar(place.current, { language, reasons: EXPLAINED_REASONS, onSettle, ...of });
    };
    // If the bar cannot be loaded, the site's backend can still settle a test session, but a
    // preview must always be marked as one.
    import('./sandbox-controls.ts').then(draw, () => {
      if (of.isPreview && place.current) place.current.textContent = 'Test mode: preview';
    });
    return () => {
      isHere = false;
    };
  }, [language, !onSettle]);
  return <aside ref={place} class="sandbox" aria-labelledby="sandbox-title" />;
}
