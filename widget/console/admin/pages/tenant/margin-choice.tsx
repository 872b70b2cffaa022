import type { components } from '../../../api/schema.ts';
import { offeredYears, TARGETS, toTarget } from '../../../margin-choices.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Select } from '../../../ui/select.tsx';

type Margin = Pick<components['schemas']['AdminTenantDetail'], 'age_margin_years' | 'age_target'>;

interface Props {
  value: Margin;
  /** In force now. */
  years: number;
  /** The least that is taken. */
  floor: number;
  onChange: (value: Margin) => void;
}

/** Years, a target, or what the service does by itself. */
export function MarginChoice({ value, years: inForce, floor, onChange }: Props) {
  const t = useTexts();
  const formats = useFormats();
  const { age_margin_years: years, age_target: target } = value;
  const chosen = target !== null ? `target:${target}` : years === null ? '' : `years:${years}`;
  return (
    <div className="field">
      <Select
        label={t('limits.margin')}
        value={chosen}
        onChange={(text) => {
          const [kind, number] = text.split(':');
          onChange({
            age_target: kind === 'target' ? toTarget(number) : null,
            age_margin_years: kind === 'years' ? Number(number) : null,
          });
        }}
        options={[
          { value: '', label: t('limits.margin_default') },
          ...TARGETS.map((each) => ({
            value: `target:${each}`,
            label: t('limits.margin_target', { percent: each }),
          })),
          ...offeredYears(floor, years).map((each) => ({
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
