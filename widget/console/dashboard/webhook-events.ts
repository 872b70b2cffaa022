// The events that an endpoint may listen for.

export const EVENTS = [
  'session.success',
  'session.failed',
  'session.canceled',
  'session.expired',
  'session.review_required',
  'session.retake_requested',
  'face_2fa.completed',
] as const;

export type WebhookEvent = (typeof EVENTS)[number];

export const ENDPOINT_MODES = ['both', 'live', 'test'] as const;
