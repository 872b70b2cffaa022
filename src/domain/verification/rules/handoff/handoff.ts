// Moves a session from a computer to a phone and back: decides which device may act, and protects
// against links from strangers. Pure.
import { apply, asksForDocument, noteFunnel } from '../session/machine.ts';
import { isAtStep, isFinal } from '../session/state.ts';
import { arePicturesDue } from '../session/under-way.ts';
import { type SessionRecord, withGroup } from '../session/session.ts';
import type { Handoff } from './handoff-state.ts';
import { leaveDocument } from '../document/document-step.ts';
import { refusePictures } from '../evidence/reveal.ts';
import type { PageAttempt } from '../session/secrets.ts';

export type Device = 'computer' | 'phone';

/** The maximum number of codes that a phone may try: too few to guess one of ten thousand. */
export const MAX_CODE_TRIES = 3;

/**
 * Returns the device whose browser made the call; undefined for a browser that does not belong to
 * the session.
 */
export function deviceOf(
  { handoff, secrets }: SessionRecord,
  isSame: (hash: string) => boolean,
): Device | undefined {
  const { browserHash } = secrets;
  const phoneHash = handoff?.phoneHash;
  if (browserHash !== undefined && isSame(browserHash)) return 'computer';
  return phoneHash !== undefined && isSame(phoneHash) ? 'phone' : undefined;
}

/**
 * Returns the device that may act: the phone once its owner has typed the code, otherwise the
 * computer.
 */
export function activeDevice(record: SessionRecord): Device {
  return record.handoff?.state === 'confirmed' ? 'phone' : 'computer';
}

/** Returns how many more codes the phone may type. */
export const codeTriesLeft = ({ wrongCodes = [] }: Handoff): number =>
  Math.max(0, MAX_CODE_TRIES - wrongCodes.length);

/** A new link to a session, with its code and a description of the computer. */
export type HandoffOffer = Pick<Handoff, 'tokenId' | 'code' | 'computer'>;

/** Offers the session to a phone. A new link replaces an older one that was not confirmed. */
export function offerHandoff(
  record: SessionRecord,
  offer: HandoffOffer,
  nowMs: number,
): SessionRecord | undefined {
  if (record.state.status !== 'in_progress' || activeDevice(record) === 'phone') return undefined;
  // The pictures for the reviewer are on the computer, so a phone could not send them.
  if (record.state.step === 'review') return undefined;
  return { ...record, handoff: { ...offer, offeredAtMs: nowMs, state: 'offered' } };
}

export interface JoiningPhone {
  /** The hash of the phone's new secret. */
  phoneHash: string;
  country?: string | undefined;
  attempt?: PageAttempt | undefined;
}

/**
 * Lets one phone join with the newest link. The phone may then view the session, but may act only
 * once its owner has typed the code. A phone that did not receive the response has no cookie yet:
 * it sends the id of its attempt again, and receives a new secret.
 * @param isSame compares two strings in constant time
 */
export function joinHandoff(
  record: SessionRecord,
  tokenId: string,
  { phoneHash, country, attempt }: JoiningPhone,
  isSame: (a: string, b: string) => boolean,
  nowMs: number,
): SessionRecord | undefined {
  const { handoff } = record;
  if (isFinal(record.state) || handoff?.tokenId !== tokenId) return undefined;
  const { joining } = handoff;
  if (handoff.state === 'joined' && joining && attempt && nowMs < joining.untilMs)
    return isSame(joining.hash, attempt.hash)
      ? { ...record, handoff: { ...handoff, phoneHash } }
      : undefined;
  if (handoff.state !== 'offered') return undefined;
  const joined = { ...handoff, state: 'joined' as const, phoneHash };
  const said = { ...(attempt && { joining: attempt }), ...(country !== undefined && { country }) };
  return { ...record, handoff: { ...joined, ...said } };
}

/**
 * Checks the code that the phone's owner has copied from the computer's screen. The right code
 * allows the phone to act; a wrong code uses up one attempt, and after the last attempt the phone
 * loses its access.
 * @param isSame compares two strings in constant time
 */
export function confirmHandoff(
  record: SessionRecord,
  code: string,
  isSame: (a: string, b: string) => boolean,
  nowMs: number,
): SessionRecord | undefined {
  const { handoff } = record;
  if (isFinal(record.state) || handoff?.state !== 'joined') return undefined;
  if (isSame(handoff.code, code)) return handOver(record, handoff, nowMs);
  const wrongCodes = [...new Set([...(handoff.wrongCodes ?? []), code])];
  const counted = { ...handoff, wrongCodes };
  if (codeTriesLeft(counted) > 0) return { ...record, handoff: counted };
  return endHandoff({ ...record, handoff: counted }, nowMs);
}

function handOver(
  record: SessionRecord,
  handoff: Handoff,
  nowMs: number,
): SessionRecord | undefined {
  const { ipCountry } = record.visitor;
  const isAbroad =
    ipCountry !== undefined && handoff.country !== undefined && handoff.country !== ipCountry;
  const noted = noteFunnel(record, 'handed_over', nowMs);
  const warned = isAbroad ? noteFunnel(noted, 'country_changed', nowMs, record) : noted;
  const wasAbroad = record.signals.deviceChange?.isAbroad === true;
  const deviceChange = { isAbroad: isAbroad || wasAbroad };
  const next = changeDevice(withGroup(warned, 'signals', { deviceChange }), nowMs);
  return next && { ...next, handoff: { ...handoff, state: 'confirmed' } };
}

/**
 * Returns the session to the computer, because the computer took it back, the phone's owner did not
 * recognise the computer, or the phone has used up its attempts at the code.
 */
export function endHandoff(record: SessionRecord, nowMs: number): SessionRecord | undefined {
  if (isFinal(record.state) || record.handoff === undefined) return undefined;
  const wasAtPhone = activeDevice(record) === 'phone';
  const back = wasAtPhone ? changeDevice(noteFunnel(record, 'handed_back', nowMs), nowMs) : record;
  if (back === undefined) return undefined;
  const { handoff: _ended, ...kept } = back;
  return kept;
}

/**
 * Moves the session to the other device, which has its own camera and perhaps a different user.
 * Consent must be given again on that device, and evidence from the earlier device does not carry
 * over. Failed attempts carry over. So do the movements if a document's portrait is to be compared
 * with them, because the person who made them must also have the document (D-91).
 */
function changeDevice(before: SessionRecord, nowMs: number): SessionRecord | undefined {
  const record = leavePictures(before, nowMs);
  // After the last attempt the session has ended, or offers a review.
  if (record === undefined || isFinal(record.state) || isAtStep(record, 'review')) return record;
  const { liveness } = record.checks;
  const checks = asksForDocument(record) && liveness === true ? { liveness } : {};
  return apply({ ...record, checks }, { type: 'change_device' }, nowMs);
}

/** Counts pictures that are due or being examined as a failed attempt (session/under-way.ts). */
function leavePictures(record: SessionRecord, nowMs: number): SessionRecord | undefined {
  if (!arePicturesDue(record)) return record;
  const { reveal } = record.current;
  return reveal === undefined
    ? leaveDocument(record, nowMs)
    : refusePictures(record, reveal, 'late', nowMs);
}
