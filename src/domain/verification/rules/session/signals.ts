// Signs of an attack in a session. Pure data; risk.ts weighs the signs.
import type { CopySignal } from '../../../../vision/documents/document-check.ts';
import type { Refusal } from '../evidence/demand.ts';
import type { LightSeen } from '../evidence/judge-light.ts';
import type { DeviceChange } from '../handoff/handoff-state.ts';

export type RiskBand = 'low' | 'medium' | 'high';

export interface Signals {
  /** The worst risk band so far that is based on the page's reports about its camera. */
  camera?: RiskBand;
  /** Whether the page has sent a report about its camera. */
  isCameraReported?: true;
  /** Whether a turn or nod of the last attempt has no halfway picture. */
  lacksBetween?: boolean;
  /**
   * Whether pictures of the movements looked bent in any attempt so far; absent if no attempt's
   * pictures could be judged.
   */
  looksBent?: boolean;
  /** The findings about the screen's light so far. */
  light?: LightSeen;
  /** The movements and revealed pictures that were refused so far, and why. */
  refusals: readonly Refusal[];
  /** Signs that a document is a copy. */
  copies: readonly CopySignal[];
  /** Whether the last document that was read was not shown in one take in front of a camera. */
  lacksTake?: boolean;
  /** Whether the bot check could not be reached. */
  unwitnessed?: true;
  /** The change of device; present once a phone has continued the session. */
  deviceChange?: DeviceChange;
}
