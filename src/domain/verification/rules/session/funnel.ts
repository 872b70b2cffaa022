// Records how far visitors get, for analytics: the names and times of a session's steps, but no
// data about the person. Pure.
import type { CountedStep } from '../methods.ts';

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

/**
 * Events of a hand-off: a phone took over; the phone was in a different country from the computer;
 * the computer took the session back.
 */
const DEVICE_CHANGES = ['handed_over', 'country_changed', 'handed_back'] as const;

/**
 * `document_consent`: a consent that included documents. `document`: a document was sent, which
 * happens only in the few sessions with a document step.
 */
export const FUNNEL_NAMES = [
  ...FUNNEL_STEPS,
  'cancel',
  'document_consent',
  'document',
  ...DEVICE_CHANGES,
] as const;
export type FunnelName = (typeof FUNNEL_NAMES)[number];

/**
 * `step` is the step at which the event happened; `notice` is the version of the privacy notice
 * that the person agreed to.
 */
export interface FunnelEvent {
  name: FunnelName;
  atMs: number;
  step?: CountedStep;
  notice?: string;
}

/**
 * The maximum number of events: far more than a normal session has, so that a looping page cannot
 * make a record grow without limit.
 */
const MAX_EVENTS = 40;

export function noteEvent(
  events: readonly FunnelEvent[],
  event: FunnelEvent,
): readonly FunnelEvent[] {
  return events.length >= MAX_EVENTS ? events : [...events, event];
}
