// The page's only two live regions: through them, screen readers announce each change on screen
// once.
import { useEffect, useState } from 'preact/hooks';

/**
 * Announces a text.
 * @param urgent whether to interrupt the screen reader, for actions that must be taken immediately
 */
export function Announcer({ text, urgent }: { text: string; urgent?: boolean }) {
  const [spoken, setSpoken] = useState('');
  // Live regions must be in the page before their text changes, and must not announce half
  // sentences.
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), urgent ? 0 : 300);
    return () => clearTimeout(timer);
  }, [text, urgent]);
  return (
    <>
      <p class="hidden" aria-live="assertive">
        {urgent ? spoken : ''}
      </p>
      <p class="hidden" aria-live="polite">
        {urgent ? '' : spoken}
      </p>
    </>
  );
}
