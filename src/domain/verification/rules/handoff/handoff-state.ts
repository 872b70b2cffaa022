// What a session keeps of a phone that it was handed to. Pure data; the rules are handoff.ts.
import type { PageAttempt } from '../session/secrets.ts';

export interface Handoff {
  /** Object id of the link's one-time token: only the newest link joins. */
  tokenId: string;
  /**
   * Shown on the computer and typed on the phone: whoever sent the link must also show a screen.
   */
  code: string;
  /**
   * Codes that were typed and are not it; one typed twice counts once, so that a lost answer costs
   * nothing.
   */
  wrongCodes?: readonly string[];
  /** The computer in words, such as `Chrome, Windows`. */
  computer: string;
  /** Of the phone, ISO 3166-1 alpha-2. */
  country?: string;
  offeredAtMs: number;
  /** Of the phone’s secret, once it has joined. */
  phoneHash?: string;
  /** The page that joined, while its answer may have been lost. */
  joining?: PageAttempt;
  /** `joined`: the phone has the link; `confirmed`: its owner has typed the code. */
  state: 'offered' | 'joined' | 'confirmed';
}

/** What remains of a hand-off, also when the computer has taken the session back. */
export interface DeviceChange {
  /** The phone was in another country than the computer. */
  isAbroad: boolean;
}
