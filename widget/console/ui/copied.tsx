// A value to copy: a key, a URL, an id.
import { useState } from 'react';
import { useTexts } from '../texts/context.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const SHOWN_MS = 2_000;

interface Props {
  text: string;
  /** The name of the value, for the accessible name of the button that copies it. */
  label: string;
}

export const Copied = ({ text, label }: Props) => (
  <span className="copied">
    <code dir="ltr">{text}</code>
    <CopyButton text={text} label={label} />
  </span>
);

export function CopyButton({ text, label }: Props) {
  const t = useTexts();
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), SHOWN_MS);
  };
  return (
    <Button aria-label={t('copy.label', { what: label })} onPress={() => void copy()}>
      <Icon name={isDone ? 'check' : 'copy'} />
      <span aria-live="polite">{t(isDone ? 'copy.done' : 'copy.copy')}</span>
    </Button>
  );
}
