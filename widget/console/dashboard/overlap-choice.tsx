// How long the old key or secret still works beside the new one.
import { useTexts } from '../texts/context.ts';
import { Select } from '../ui/select.tsx';

const DAYS = ['0', '1', '3', '7'] as const;
export type OverlapDays = (typeof DAYS)[number];

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
      options={DAYS.map((value) => ({
        value,
        label: value === '0' ? t('keys.overlap_none') : t('keys.days', { count: Number(value) }),
      }))}
    />
  );
}
