import { useTexts } from '../texts/context.ts';
import { useFormats } from '../texts/format.ts';
import { Select } from '../ui/select.tsx';
import { usePlans } from './queries.ts';

interface Props {
  /** An empty value means free of charge. */
  value: string;
  /** The customer's current plan, offered while the plans load and even if it no longer exists. */
  now?: { id: string; name: string } | null;
  onChange: (value: string) => void;
}

export function PlanChoice({ value, now = null, onChange }: Props) {
  const t = useTexts();
  const formats = useFormats();
  const { data: plans = [] } = usePlans();
  const isOffered = now === null || plans.some(({ id }) => id === now.id);
  return (
    <Select
      label={t('tenants.plan')}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: t('tenants.free') },
        ...(isOffered ? [] : [{ value: now.id, label: now.name }]),
        ...plans.map((plan) => ({
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
