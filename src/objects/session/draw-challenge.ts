// What chance decides of a challenge: its names, its movements, and where it is measured at the edge the colours of the screen.
import { randomBelow, randomToken } from '../../crypto/random.ts';
import { drawLightOrder } from '../../domain/verification/rules/evidence/light-order.ts';
import { drawActions } from '../../domain/verification/rules/liveness/liveness.ts';
import { LIGHT_STEPS, RETURNING_LIGHT_STEPS } from '../../vision/face/screen-colours.ts';
import type { Challenge } from '../../domain/verification/rules/liveness/liveness-state.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';

const lightStepsOf = ({ face }: SessionRecord['request']): number =>
  face?.use === 'verify' ? RETURNING_LIGHT_STEPS : LIGHT_STEPS;

/** @param issuedAtMs now @param lifetimeMs how long the movements may take */
export const drawChallenge = (
  { offer, request, steps }: SessionRecord,
  issuedAtMs: number,
  lifetimeMs: number,
): Challenge => ({
  id: randomToken(16),
  ...(offer.measured === 'edge' && { nonce: randomToken(16) }),
  actions: drawActions(request.difficulty, randomBelow, steps.liveness),
  ...(offer.measured === 'edge' && { light: drawLightOrder(randomBelow, lightStepsOf(request)) }),
  issuedAtMs,
  lifetimeMs,
});
