// The stored state of a hand-off to a phone. Pure data; the rules are in handoff.ts.
import type { PageAttempt } from '../session/secrets.ts';

export interface Handoff {
  /** The object id of the link's one-time token: a phone can join only with the newest link. */
  tokenId: string;
  /**
   * The code that the computer shows and that must be typed on the phone. A stranger who sends
   * someone a link cannot complete the hand-off, because the recipient does not see the stranger's
   * screen.
   */
  code: string;
  /**
   * Wrong codes that were typed. A code that was typed twice counts once, so that a lost response
   * does not use up an attempt.
   */
  wrongCodes?: readonly string[];
  /** A description of the computer, such as `Chrome, Windows`. */
  computer: string;
  /** The phone's country, ISO 3166-1 alpha-2. */
  country?: string;
  offeredAtMs: number;
  /** The hash of the phone's secret, once the phone has joined. */
  phoneHash?: string;
  /** The phone's attempt to join, which the phone may repeat in case the response was lost. */
  joining?: PageAttempt;
  /** `joined`: the phone has redeemed the link; `confirmed`: its owner has typed the code. */
  state: 'offered' | 'joined' | 'confirmed';
}

/** A record of a hand-off, kept even if the computer takes the session back. */
export interface DeviceChange {
  /** Whether the phone was in a different country from the computer. */
  isAbroad: boolean;
}
