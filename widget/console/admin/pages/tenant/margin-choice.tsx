import type { components } from '../../../api/schema.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Select } from '../../../ui/select.tsx';

type Margin = Pick<components['schemas']['AdminTenantDetail'], 'age_margin_years' | 'age_target'>;

const TARGETS = [5, 2, 1] as const;
const YEARS = [0, 2, 3, 5, 7, 9, 11, 15];

interface Props {
  value: Margin;
  /** In force now. */
  years: number;
  onChange: (value: Margin) => void;
}

/** Years, a target, or what the service does by itself. */
export function MarginChoice({ value, years: inForce, onChange }: Props) {
  const t = useTexts();
  const formats = useFormats();
  const { age_margin_years: years, age_target: target } = value;
  const chosen = target !== null ? `target:${target}` : years === null ? '' : `years:${years}`;
  const offered = [...new Set([...YEARS, ...(years === null ? [] : [years])])];
  return (
    <div className="field">
      <Select
        label={t('limits.margin')}
        value={chosen}
        onChange={(text) => {
          const [kind, number] = text.split(':');
          onChange({
            age_target: kind === 'target' ? toTarget(Number(number)) : null,
            age_margin_years: kind === 'years' ? Number(number) : null,
          });
        }}
        options={[
          { value: '', label: t('limits.margin_default') },
          ...TARGETS.map((each) => ({
            value: `target:${each}`,
            label: t('limits.margin_target', { percent: each }),
          })),
          ...offered
            .toSorted((a, b) => a - b)
            .map((each) => ({
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

const toTarget = (number: number): Margin['age_target'] =>
  TARGETS.find((each) => each === number) ?? null;
