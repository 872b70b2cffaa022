import { marginOf, offeredYears, TARGETS, type Choice } from '../../../margin-choices.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Select } from '../../../ui/select.tsx';

interface Props {
  value: Choice;
  /** The margin that is in force now. */
  years: number;
  /** The smallest margin that is accepted. */
  floor: number;
  onChange: (value: Choice) => void;
}

/** A choice of age margin: a number of years, a target, or the service's default. */
export function MarginChoice({ value, years: inForce, floor, onChange }: Props) {
  const t = useTexts();
  const formats = useFormats();
  return (
    <div className="field">
      <Select
        label={t('limits.margin')}
        value={value}
        onChange={onChange}
        options={[
          { value: 'default', label: t('limits.margin_default') },
          ...TARGETS.map((each) => ({
            value: `target:${each}`,
            label: t('limits.margin_target', { percent: each }),
          })),
          ...offeredYears(floor, marginOf(value).age_margin_years).map((each) => ({
            value: `years:${each}`,
            label: t('limits.margin_years', { count: each }),
          })),
        ]}
      />
      <span className="field-hint">
        {t('limits.margin_now', { years: formats.number(inForce) })}
      </span>
    </div>
  );
}
