// A place that wants to hear of a tenant's sessions, as data. Pure.
import type { EventType, WebhookEvent } from './event.ts';

/** Which sessions it hears of: live ones, test ones, or both. */
export const ENDPOINT_MODES = ['both', 'live', 'test'] as const;
export type EndpointMode = (typeof ENDPOINT_MODES)[number];

/** `paused`: events wait for it. `disabled`: it failed too long, or said 410; nothing waits any more. */
export type EndpointState = 'enabled' | 'paused' | 'disabled';

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
  /** Sealed: secret.ts. */
  secret: string;
  previousSecret?: string;
  previousUntilMs?: number;
  createdAtMs: number;
}

export function wants(endpoint: WebhookEndpoint, event: WebhookEvent): boolean {
  return (
    endpoint.tenantId === event.tenantId &&
    endpoint.state !== 'disabled' &&
    endpoint.eventTypes.includes(event.type) &&
    hearsMode(endpoint, event.test)
  );
}

export const hearsMode = ({ mode }: Pick<WebhookEndpoint, 'mode'>, test: boolean): boolean =>
  mode === 'both' || mode === (test ? 'test' : 'live');
