import type { WireAdminTenant } from '../api/wire.ts';
import { useTexts } from '../texts/context.ts';
import { Badge, type BadgeTone } from '../ui/card.tsx';

type State = WireAdminTenant['state'];

const TONES: Record<State, BadgeTone> = { active: 'good', suspended: 'bad', ended: 'plain' };

export const TENANT_STATES = Object.keys(TONES) as State[];

export function TenantState({ state }: { state: State }) {
  const t = useTexts();
  return <Badge tone={TONES[state]}>{t(`tenant_state.${state}`)}</Badge>;
}
