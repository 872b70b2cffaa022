import { useMemo } from 'react';
import type { WireOperatorSso } from '../../../api/wire.ts';
import { DemandCard, type Demand } from '../../../single-sign-on/demand-card.tsx';
import { useTexts } from '../../../texts/context.ts';
import { useOperators } from '../../queries.ts';
import { useChangeSso } from './use-change-sso.ts';

/**
 * Converts the saved setting for the form. The superadmin's id becomes a string, because the values
 * of a select's options are strings.
 */
const demandOf = ({ break_glass: glass, ...sso }: WireOperatorSso): Demand => ({
  ...sso,
  break_glass: glass === null ? null : String(glass),
});

/** Whether operators must use single sign-on, and which superadmin may still sign in without it. */
export function OperatorsDemand({ sso }: { sso: WireOperatorSso }) {
  const t = useTexts();
  const save = useChangeSso();
  const demand = useMemo(() => demandOf(sso), [sso]);
  return (
    <DemandCard
      sso={demand}
      texts={{
        who: t('operator_sso.demand_who'),
        hint: t('operator_sso.demand_hint'),
        glass: t('operator_sso.break_glass'),
        glassHint: t('operator_sso.break_glass_hint'),
        notReady: t('operator_sso.break_glass_not_ready'),
      }}
      people={useOperators()}
      optionOf={({ id, name, email, role, active }) =>
        role === 'superadmin' && active
          ? { value: String(id), label: `${name} (${email})` }
          : undefined
      }
      onSave={async ({ enforce, break_glass: glass }) =>
        demandOf(await save({ enforce, break_glass: glass === null ? null : Number(glass) }))
      }
    />
  );
}
