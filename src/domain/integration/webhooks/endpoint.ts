// A webhook endpoint (a tenant's receiver), as plain data.
import type { WebhookEvent } from './event.ts';
import type { EventType } from './event-types.ts';

/** The modes of an endpoint: it receives events of live sessions, of test sessions, or of both. */
export const ENDPOINT_MODES = ['both', 'live', 'test'] as const;
export type EndpointMode = (typeof ENDPOINT_MODES)[number];

/**
 * `pending`: it has not answered its challenge yet (D-65). `disabled`: it has failed for too long
 * or has responded 410. Neither receives deliveries. `paused`: deliveries are held back.
 */
type EndpointState = 'pending' | 'enabled' | 'paused' | 'disabled';

/** States in which deliveries are created. */
export const ACTIVE_STATES = ['enabled', 'paused'] as const satisfies readonly EndpointState[];

export interface WebhookEndpoint {
  /** The endpoint's id, `we_…`. */
  id: string;
  tenantId: string;
  url: string;
  description?: string;
  eventTypes: EventType[];
  mode: EndpointMode;
  state: EndpointState;
  disabledReason?: 'failing' | 'gone';
  failingSinceMs?: number;
  /** The signing secret, encrypted by secret.ts. */
  secret: string;
  previousSecret?: string;
  previousUntilMs?: number;
  createdAtMs: number;
}

export function isSubscribed(endpoint: WebhookEndpoint, event: WebhookEvent): boolean {
  return (
    endpoint.tenantId === event.tenantId &&
    ACTIVE_STATES.some((state) => state === endpoint.state) &&
    endpoint.eventTypes.includes(event.type) &&
    matchesMode(endpoint, event.test)
  );
}

export const matchesMode = ({ mode }: Pick<WebhookEndpoint, 'mode'>, test: boolean): boolean =>
  mode === 'both' || mode === (test ? 'test' : 'live');
