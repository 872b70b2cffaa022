// A block of code with a copy button. It scrolls separately from the page, can be scrolled with the
// keyboard, and runs from left to right in every language.
import { useState } from 'react';
import { useTexts } from '../texts/context.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const SHOWN_MS = 2_000;

interface Props {
  /** The kind of code, such as a call or a file. */
  title: string;
  code: string;
}

export function CodeBlock({ title, code }: Props) {
  const t = useTexts();
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setDone(true);
    setTimeout(() => setDone(false), SHOWN_MS);
  };
  return (
    <figure className="code-block">
      <figcaption>
        <span>{title}</span>
        <Button
          look="plain"
          aria-label={t('copy.label', { what: title })}
          onPress={() => void copy()}
        >
          <Icon name={isDone ? 'check' : 'copy'} />
          <span aria-live="polite">{t(isDone ? 'copy.done' : 'copy.copy')}</span>
        </Button>
      </figcaption>
      <pre dir="ltr" role="region" aria-label={title} tabIndex={0}>
        {code}
      </pre>
    </figure>
  );
}
