import type { WireWebhookDelivery } from '../api/wire.ts';
import { useTexts } from '../texts/context.ts';
import { Badge } from '../ui/card.tsx';

const TONES = { pending: 'info', delivered: 'good', dead: 'bad' } as const;

/** A badge that shows the state of a delivery in one word. */
export function DeliveryState({ state }: { state: WireWebhookDelivery['state'] }) {
  const t = useTexts();
  return <Badge tone={TONES[state]}>{t(`deliveries.${state}`)}</Badge>;
}
