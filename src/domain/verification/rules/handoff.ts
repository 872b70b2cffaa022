// Moving a session from a computer to a phone and back: who may act, and what a stranger's code cannot do. Pure.
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
  record: SessionRecord,
  isSame: (hash: string) => boolean,
): Device | undefined {
  if (record.browserHash !== undefined && isSame(record.browserHash)) return 'computer';
  if (record.phoneHash !== undefined && isSame(record.phoneHash)) return 'phone';
  return undefined;
}

/** The device whose camera is asked: the phone once its owner has confirmed, else the computer. */
export function activeDevice(record: SessionRecord): Device {
  return record.handoff?.state === 'confirmed' ? 'phone' : 'computer';
}

/** A new link replaces an older one that nobody has confirmed. */
export function offerHandoff(
  record: SessionRecord,
  offer: Omit<Handoff, 'state'>,
): SessionRecord | undefined {
  if (record.state.status !== 'in_progress' || activeDevice(record) === 'phone') return undefined;
  const { phoneHash: _replaced, ...kept } = record;
  return { ...kept, handoff: { ...offer, state: 'offered' } };
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
