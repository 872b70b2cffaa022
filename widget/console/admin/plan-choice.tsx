import { useTexts } from '../texts/context.ts';
import { useFormats } from '../texts/format.ts';
import { Select } from '../ui/select.tsx';
import { usePlans } from './queries.ts';

interface Props {
  /** Empty: free of charge. */
  value: string;
  onChange: (value: string) => void;
}

export function PlanChoice({ value, onChange }: Props) {
  const t = useTexts();
  const formats = useFormats();
  const plans = usePlans();
  return (
    <Select
      label={t('tenants.plan')}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: t('tenants.free') },
        ...(plans.data ?? []).map((plan) => ({
          value: plan.id,
          label: t('tenants.plan_price', {
            name: plan.name,
            month: formats.money(plan.monthly_minor, plan.currency),
            each: formats.money(plan.verification_minor, plan.currency),
          }),
        })),
      ]}
    />
  );
}
