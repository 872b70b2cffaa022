// A choice of how long the old key or secret stays valid alongside the new one.
import { useTexts } from '../texts/context.ts';
import { Select } from '../ui/select.tsx';
import { OVERLAP_DAYS, type OverlapDays } from './overlap-days.ts';

interface Props {
  label: string;
  value: OverlapDays;
  onChange: (days: OverlapDays) => void;
}

export function OverlapChoice(props: Props) {
  const t = useTexts();
  return (
    <Select
      {...props}
      options={OVERLAP_DAYS.map((value) => ({
        value,
        label: value === '0' ? t('keys.overlap_none') : t('keys.days', { count: Number(value) }),
      }))}
    />
  );
}
