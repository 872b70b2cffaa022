// Which events there are (D-23). Pure: the dashboard's page reads the list, too.

export const SESSION_EVENT_TYPES = [
  'session.success',
  'session.failed',
  'session.canceled',
  'session.expired',
  'session.review_required',
  'session.retake_requested',
] as const;
/** A face challenge that ended, by whatever it found (D-15). */
export const FACE_EVENT_TYPE = 'face_2fa.completed';

export const EVENT_TYPES = [...SESSION_EVENT_TYPES, FACE_EVENT_TYPE] as const;
export type EventType = (typeof EVENT_TYPES)[number];
