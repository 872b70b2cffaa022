// The types of events (D-23). Pure, because the dashboard's page also imports the lists.
import type { SettledStatus } from '../../verification/rules/session/state.ts';

export const SESSION_EVENT_TYPES = [
  'session.success',
  'session.failed',
  'session.canceled',
  'session.expired',
  'session.review_required',
  'session.retake_requested',
] as const;
export type CustomerEventType = (typeof SESSION_EVENT_TYPES)[number];

/** The session status that each event reports. */
export const STATUS_OF = {
  'session.success': 'success',
  'session.failed': 'failed',
  'session.canceled': 'canceled',
  'session.expired': 'expired',
  'session.review_required': 'pending_tenant_review',
  'session.retake_requested': 'awaiting_retake',
} as const satisfies Record<CustomerEventType, SettledStatus>;

/** The type of the event for the end of a face challenge, regardless of its result (D-15). */
export const FACE_EVENT_TYPE = 'face_2fa.completed';

export const EVENT_TYPES = [...SESSION_EVENT_TYPES, FACE_EVENT_TYPE] as const;
export type EventType = (typeof EVENT_TYPES)[number];
