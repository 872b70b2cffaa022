import type { WireSso } from '../../../api/wire.ts';
import { DemandCard } from '../../../single-sign-on/demand-card.tsx';
import { useTexts } from '../../../texts/context.ts';
import { useMembers } from '../../queries.ts';
import { useChangeSso } from './use-change-sso.ts';

/**
 * Whether members with an email address at one of the customer's domains must use single sign-on,
 * and which owner may still sign in without it.
 */
export function OwnDemand({ sso }: { sso: WireSso }) {
  const t = useTexts();
  return (
    <DemandCard
      sso={sso}
      texts={{
        who: t('sso.demand_who'),
        hint: t('sso.demand_hint'),
        glass: t('sso.break_glass'),
        glassHint: t('sso.break_glass_hint'),
        notReady: t('sso.break_glass_not_ready'),
      }}
      people={useMembers()}
      optionOf={({ id, name, email, role, active }) =>
        role === 'owner' && active ? { value: id, label: `${name} (${email})` } : undefined
      }
      onSave={useChangeSso()}
    />
  );
}
