// The cases in which an age from an account must be proven again, even if its proof has not reached
// the maximum age in days.
import type { WireSettings } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { Select } from '../../../ui/select.tsx';
import { isSame } from './changes.ts';

type Rechecks = WireSettings['recheck'];

const CHOICES = {
  none: [],
  next_bracket: ['next_bracket'],
  new_device: ['new_device'],
  both: ['next_bracket', 'new_device'],
} as const satisfies Record<string, Rechecks>;
type RecheckChoice = keyof typeof CHOICES;

const NAMES = ['none', 'next_bracket', 'new_device', 'both'] as const;

export const choiceOf = (rechecks: Rechecks): RecheckChoice =>
  NAMES.find((name) => isSame(CHOICES[name], rechecks)) ?? 'none';

interface Props {
  value: Rechecks;
  isDisabled: boolean;
  onChange: (part: { recheck: Rechecks }) => void;
}

export function RecheckField({ value, isDisabled, onChange }: Props) {
  const t = useTexts();
  return (
    <Select<RecheckChoice>
      label={t('strength.recheck')}
      value={choiceOf(value)}
      isDisabled={isDisabled}
      onChange={(name) => onChange({ recheck: [...CHOICES[name]] })}
      options={NAMES.map((name) => ({ value: name, label: t(`strength.recheck_${name}`) }))}
    />
  );
}
