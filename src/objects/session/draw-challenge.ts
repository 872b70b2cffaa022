// Chooses the random parts of a challenge: its id, its movements and, if the edge measures the
// pictures, a nonce and the order of the screen's colours.
import { randomBelow, randomToken } from '../../crypto/random.ts';
import { drawLightOrder } from '../../domain/verification/rules/evidence/light-order.ts';
import { asideDegreesOf, drawMoves } from '../../domain/verification/rules/liveness/gestures.ts';
import type { Gesture } from '../../vision/face/challenge.ts';
import { LIGHT_STEPS, RETURNING_LIGHT_STEPS } from '../../vision/face/screen-colours.ts';
import type { Challenge } from '../../domain/verification/rules/liveness/liveness-state.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';

const lightStepsOf = ({ face }: SessionRecord['request']): number =>
  face?.use === 'verify' ? RETURNING_LIGHT_STEPS : LIGHT_STEPS;

/**
 * @param shows gestures that the page can guide the visitor through
 * @param issuedAtMs the current time
 * @param lifetimeMs how long the movements may take
 */
export const drawChallenge = (
  record: SessionRecord,
  shows: readonly Gesture[],
  issuedAtMs: number,
  lifetimeMs: number,
): Challenge => {
  const { offer, request } = record;
  return {
    id: randomToken(16),
    ...(offer.measured === 'edge' && { nonce: randomToken(16) }),
    actions: drawMoves(record, shows, randomBelow),
    ...asideDegreesOf(record),
    ...(offer.measured === 'edge' && { light: drawLightOrder(randomBelow, lightStepsOf(request)) }),
    issuedAtMs,
    lifetimeMs,
  };
};
