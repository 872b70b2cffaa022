// How far visitors get, for analytics: names and times of a session's steps, nothing about the person. Pure.
import type { Step } from './machine.ts';

/** The steps to a verdict, in order. */
export const FUNNEL_STEPS = [
  'opened',
  'consent',
  'camera',
  'liveness_start',
  'liveness_end',
  'age',
  'verdict',
] as const;

export const FUNNEL_NAMES = [...FUNNEL_STEPS, 'cancel'] as const;
export type FunnelName = (typeof FUNNEL_NAMES)[number];

/** `step` says where a cancel happened. */
export interface FunnelEvent {
  name: FunnelName;
  atMs: number;
  step?: Step;
}

/** Far more than an honest session has; a page that loops cannot grow a record. */
const MAX_EVENTS = 40;

export function noteEvent(events: readonly FunnelEvent[], event: FunnelEvent): FunnelEvent[] {
  return events.length >= MAX_EVENTS ? [...events] : [...events, event];
}
