import type { WireWebhook } from '../api/wire.ts';
import { useTexts } from '../texts/context.ts';
import { Badge, type BadgeTone } from '../ui/card.tsx';

type Endpoint = WireWebhook;

const TONES = {
  enabled: 'good',
  failing: 'bad',
  disabled: 'bad',
  pending: 'warn',
  paused: 'plain',
} as const satisfies Record<string, BadgeTone>;

/** A badge that shows in one word whether events reach the endpoint. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const t = useTexts();
  const { state, failing_since: since } = endpoint;
  const health = state === 'enabled' && since !== undefined ? 'failing' : state;
  return <Badge tone={TONES[health]}>{t(`endpoints.${health}`)}</Badge>;
}
