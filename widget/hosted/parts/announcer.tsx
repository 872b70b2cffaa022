// The page's only two live regions: what changes on screen is read out here, once.
import { useEffect, useState } from 'preact/hooks';

/** Reads a text out. @param urgent interrupts the screen reader: for what must be done at once */
export function Announcer({ text, urgent }: { text: string; urgent?: boolean }) {
  const [spoken, setSpoken] = useState('');
  // Regions must be in the page before their text changes, and must not speak half sentences.
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
