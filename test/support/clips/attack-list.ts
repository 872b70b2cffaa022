// Every attack that is tried on clips, keyed by its name in the documentation.
import { commitmentOf } from '../../../src/vision/face/commitment.ts';
import type { Commitment } from '../../../src/vision/face/face-wire.ts';
import {
  cutTapes,
  numbersAlone,
  oldTape,
  otherAtAge,
  stillFace,
  swappedPeaks,
  tampered,
  turnedPrint,
} from './attacks.ts';
import type { Jpeg } from './nets.ts';

/** A delay that is longer than a page may take to respond, in ms. */
const LATE_MS = 10_001;
/** The radius of a print bent around a bottle, in picture widths. */
const BOTTLE = 0.2;

export const attacks = {
  'numbers without pictures': numbersAlone('nothing'),
  'numbers, and hashes of no pictures': numbersAlone('hashes'),
  'numbers, and pictures of a face that keeps still': stillFace,
  'a tape of another challenge': oldTape('measured'),
  'a tape of another challenge, its numbers edited to fit': oldTape('invented'),
  'a tape of another challenge, on a screen': oldTape('measured', { screen: true }),
  'tapes of two people, cut together': cutTapes(({ still, other }, index) =>
    index === 0 ? still : other,
  ),
  'another person whenever the head is turned': swappedPeaks,
  'another person in the age step': otherAtAge('person'),
  'a photograph in the age step': otherAtAge('photo'),
  'hashes that were edited': tampered(async ({ samples, kept }, nonce) => {
    const commitments: Commitment[] = [];
    for (const [t, jpeg] of kept)
      commitments.push([t, (await commitmentOf(nonce, t, jpeg)).replace(/^../, 'AA')]);
    return { samples, kept, commitments };
  }),
  'other pictures than those committed to': tampered(({ samples, kept }) => ({
    samples,
    kept,
    revealed: neighbours(kept),
  })),
  'pictures of another session, with its hashes': tampered(async ({ samples, kept }) => {
    const commitments: Commitment[] = [];
    for (const [t, jpeg] of kept)
      commitments.push([t, await commitmentOf('nonce-of-another-session', t, jpeg)]);
    return { samples, kept, commitments };
  }),
  'pictures that come late': tampered((clip) => ({ ...clip, delayMs: LATE_MS })),
  'a flat print that is turned': turnedPrint({}),
  'a bent print that is turned': turnedPrint({ radius: BOTTLE }),
};
export type AttackName = keyof typeof attacks;

/** The attacks that the check does not stop, as far as clips can show. */
export const notStopped = {
  'tapes of one person, cut to the challenge': cutTapes(({ still }) => still),
  'tapes of one person, cut to the challenge, on a screen': cutTapes(({ still }) => still, {
    screen: true,
  }),
};

/** Replaces each picture with the next one. */
function neighbours(kept: ReadonlyMap<number, Jpeg>): Map<number, Jpeg> {
  const [first, ...others] = [...kept];
  const rotated = first === undefined ? [] : [...others, first];
  return new Map([...kept.keys()].map((t, index) => [t, rotated[index]?.[1] ?? new Uint8Array()]));
}
