// Moving a session from a computer to a phone and back: who may act, and what a stranger's link cannot do. Pure.
import { isFinal } from './machine.ts';
import type { SessionRecord } from './session.ts';

export type Device = 'computer' | 'phone';

export interface Handoff {
  /** Object id of the link's one-time token: only the newest link joins. */
  tokenId: string;
  /** Shown on both screens, so that a code held out by a stranger is noticed. */
  code: string;
  /** The computer in words, such as `Chrome, Windows`. */
  computer: string;
  offeredAtMs: number;
  /** `joined`: the phone has the link; `confirmed`: its owner said that the computer is theirs. */
  state: 'offered' | 'joined' | 'confirmed';
}

/** Which of the session's browsers this is; undefined for a stranger. */
export function deviceOf(
  { browserHash, phoneHash }: SessionRecord,
  isSame: (hash: string) => boolean,
): Device | undefined {
  if (browserHash !== undefined && isSame(browserHash)) return 'computer';
  return phoneHash !== undefined && isSame(phoneHash) ? 'phone' : undefined;
}

/** The device that may act: the phone once its owner has confirmed, else the computer. */
export function activeDevice(record: SessionRecord): Device {
  return record.handoff?.state === 'confirmed' ? 'phone' : 'computer';
}

/** A link that was made, for one session. */
export type HandoffOffer = Pick<Handoff, 'tokenId' | 'code' | 'computer'>;

/** A new link replaces an older one that was not confirmed. */
export function offerHandoff(
  record: SessionRecord,
  offer: HandoffOffer,
  nowMs: number,
): SessionRecord | undefined {
  if (record.state.status !== 'in_progress' || activeDevice(record) === 'phone') return undefined;
  const { phoneHash: _replaced, ...kept } = record;
  return { ...kept, handoff: { ...offer, offeredAtMs: nowMs, state: 'offered' } };
}

/** A phone arrives with the newest link; it may look, and act only after confirming. */
export function joinHandoff(
  record: SessionRecord,
  tokenId: string,
  phoneHash: string,
): SessionRecord | undefined {
  const { handoff } = record;
  if (isFinal(record.state) || handoff?.tokenId !== tokenId || handoff.state !== 'offered')
    return undefined;
  return { ...record, phoneHash, handoff: { ...handoff, state: 'joined' } };
}

/** The phone's owner says that the computer with this code is theirs; from here on the phone acts. */
export function confirmHandoff(record: SessionRecord): SessionRecord | undefined {
  const { handoff } = record;
  if (isFinal(record.state) || handoff?.state !== 'joined') return undefined;
  const { challenge: _dropped, ...kept } = record;
  return { ...kept, handoff: { ...handoff, state: 'confirmed' } };
}

/** Back to the computer: it takes the session back, or the phone's owner does not know it. */
export function endHandoff(record: SessionRecord): SessionRecord | undefined {
  if (isFinal(record.state) || record.handoff === undefined) return undefined;
  const { handoff: _ended, phoneHash: _forgotten, challenge: _dropped, ...kept } = record;
  return kept;
}
