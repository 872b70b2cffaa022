import { useTexts } from './texts/context.ts';
import { Select } from './ui/select.tsx';
import { RESIDENCIES, type Residency } from '../../src/domain/terms/residency.ts';

interface Props {
  value: Residency;
  onChange: (value: Residency) => void;
}

/** Where the checks of a new customer are stored; this cannot be changed later (D-172). */
export function ResidencyChoice({ value, onChange }: Props) {
  const t = useTexts();
  return (
    <Select
      label={t('residency.label')}
      hint={t('residency.hint')}
      value={value}
      onChange={onChange}
      options={RESIDENCIES.map((one) => ({ value: one, label: t(`residency.${one}`) }))}
    />
  );
}
