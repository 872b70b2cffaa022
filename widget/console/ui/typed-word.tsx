import { useTexts } from '../texts/context.ts';
import { TextInput } from './field.tsx';

interface Props {
  /** The word to type, which identifies what the action destroys. */
  word: string;
  typed: string;
  onChange: (typed: string) => void;
}

/** A field for the word that confirms an irreversible action. */
export function TypedWord({ word, typed, onChange }: Props) {
  const t = useTexts();
  return (
    <TextInput
      label={t('confirm.type', { word })}
      autoComplete="off"
      isCode
      value={typed}
      onChange={onChange}
    />
  );
}
