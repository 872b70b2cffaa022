// When a stored age must be shown again, in addition to its maximum age in days.
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
  saved: Rechecks;
  value: Rechecks;
  isDisabled: boolean;
  onChange: (part: { recheck: Rechecks }) => void;
}

export function RecheckField({ saved, value, isDisabled, onChange }: Props) {
  const t = useTexts();
  // Choosing the saved value again keeps the same list, so that it is not a change.
  const choose = (name: RecheckChoice) =>
    onChange({ recheck: isSame(CHOICES[name], saved) ? saved : [...CHOICES[name]] });
  return (
    <Select<RecheckChoice>
      label={t('strength.recheck')}
      value={choiceOf(value)}
      isDisabled={isDisabled}
      onChange={choose}
      options={NAMES.map((name) => ({ value: name, label: t(`strength.recheck_${name}`) }))}
    />
  );
}
