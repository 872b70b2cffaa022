// Signs of an attack in a session. Pure data: risk.ts weighs them.
import type { CopySignal } from '../../../../vision/documents/document-check.ts';
import type { Refusal } from '../evidence/demand.ts';
import type { LightSeen } from '../evidence/judge-light.ts';
import type { DeviceChange } from '../handoff/handoff-state.ts';

export type RiskBand = 'low' | 'medium' | 'high';

export interface Signals {
  /** The worst band of the page's camera so far. */
  camera?: RiskBand;
  /** Whether the page has reported about its camera. */
  isCameraReported?: true;
  /** Whether a turn or nod of the last attempt has no halfway picture. */
  lacksBetween?: boolean;
  /** The findings about the screen's light so far. */
  light?: LightSeen;
  /** Why movements and revealed pictures did not count so far. */
  refusals: readonly Refusal[];
  /** Signs that a document is a copy. */
  copies: readonly CopySignal[];
  /** Whether the document that was read last was not shown in one take in front of a camera. */
  lacksTake?: boolean;
  /** Whether the bot check could not be reached. */
  unwitnessed?: true;
  /** Present once a phone has continued the session. */
  deviceChange?: DeviceChange;
}
