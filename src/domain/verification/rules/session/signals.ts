// What of a session looks like an attack. Pure data: how it is weighed is risk.ts.
import type { CopySignal } from '../../../../vision/documents/document-check.ts';
import type { Refusal } from '../evidence/demand.ts';
import type { LightSeen } from '../evidence/judge-light.ts';
import type { DeviceChange } from '../handoff/handoff-state.ts';

export type RiskBand = 'low' | 'medium' | 'high';

export interface Signals {
  /** The worst that the page's camera has shown. */
  camera?: RiskBand;
  /** The page has said what it noticed about its camera. */
  isCameraReported?: true;
  /** Of a movement of the last attempt, no picture showed it half the way. */
  lacksBetween?: boolean;
  /** What the light of the screen has shown so far. */
  light?: LightSeen;
  /** Why movements and revealed pictures did not count so far. */
  refusals: readonly Refusal[];
  /** Signs that a document is a copy. */
  copies: readonly CopySignal[];
  /** The document that was read last was shown in no take before a camera. */
  lacksTake?: boolean;
  /** Nobody could say whether a browser is there. */
  unwitnessed?: true;
  /** Once a phone has taken over. */
  deviceChange?: DeviceChange;
}
