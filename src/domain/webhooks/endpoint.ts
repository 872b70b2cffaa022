// A webhook endpoint (a tenant's receiver), as data. Pure.
import type { EventType, WebhookEvent } from './event.ts';

/** Whether it gets events of live sessions, test sessions, or both. */
export const ENDPOINT_MODES = ['both', 'live', 'test'] as const;
export type EndpointMode = (typeof ENDPOINT_MODES)[number];

/** `paused`: deliveries are held back. `disabled`: failed for too long or responded 410; no deliveries are created. */
type EndpointState = 'enabled' | 'paused' | 'disabled';

export interface WebhookEndpoint {
  /** `we_…` */
  id: string;
  tenantId: string;
  url: string;
  description?: string;
  eventTypes: EventType[];
  mode: EndpointMode;
  state: EndpointState;
  disabledReason?: 'failing' | 'gone';
  failingSinceMs?: number;
  /** Encrypted: secret.ts. */
  secret: string;
  previousSecret?: string;
  previousUntilMs?: number;
  createdAtMs: number;
}

export function isSubscribed(endpoint: WebhookEndpoint, event: WebhookEvent): boolean {
  return (
    endpoint.tenantId === event.tenantId &&
    endpoint.state !== 'disabled' &&
    endpoint.eventTypes.includes(event.type) &&
    matchesMode(endpoint, event.test)
  );
}

export const matchesMode = ({ mode }: Pick<WebhookEndpoint, 'mode'>, test: boolean): boolean =>
  mode === 'both' || mode === (test ? 'test' : 'live');
