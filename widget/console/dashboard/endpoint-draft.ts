// The values of the form for a webhook endpoint.
import {
  EVENT_TYPES,
  type EventType,
} from '../../../src/domain/integration/webhooks/event-types.ts';
import type { WireWebhook, WireWebhookChanges } from '../api/wire.ts';

type Endpoint = WireWebhook;
type Changes = WireWebhookChanges;

export interface EndpointDraft {
  url: string;
  mode: Endpoint['mode'];
  events: readonly EventType[];
}

/** The draft of a new endpoint, which receives every event. */
export const NEW_ENDPOINT: EndpointDraft = { url: '', mode: 'both', events: EVENT_TYPES };

export const draftOf = ({ url, mode, events }: Endpoint): EndpointDraft => ({ url, mode, events });

/** @returns only the fields that differ, so that a colleague's change to another field is kept */
export function changesOf(endpoint: Endpoint, draft: EndpointDraft): Changes {
  const url = draft.url.trim();
  const isSame = EVENT_TYPES.every(
    (event) => draft.events.includes(event) === endpoint.events.includes(event),
  );
  return {
    ...(url !== endpoint.url && { url }),
    ...(draft.mode !== endpoint.mode && { mode: draft.mode }),
    ...(!isSame && { events: [...draft.events] }),
  };
}
