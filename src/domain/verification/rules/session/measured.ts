// Determines where a session's face is measured: by the page itself, or by the face Worker from
// pictures to which the page committed (D-57, D-80). Pure.
import type { Measured } from '../../../terms/age-proof.ts';
import type { SessionRecord } from './session.ts';
import type { SessionRequest } from '../opening/session-request.ts';
import { type Workers, isAvailable } from '../methods.ts';

/**
 * Whether documents can be read, which requires both the Worker that reads them and the Worker that
 * compares their portraits (D-91).
 */
export const canReadDocuments = (workers: Workers): boolean => isAvailable('document', workers);

/**
 * Determines where a session's face will be measured. In mode `facial` no picture is sent, even if
 * a Worker could measure it.
 */
export function placeOfMeasuring(
  { mode }: Pick<SessionRequest, 'mode'>,
  workers: Workers,
): Measured {
  const isSent = mode === 'auto' || (mode === 'document' && canReadDocuments(workers));
  return workers.face && isSent ? 'edge' : 'device';
}

/**
 * @returns undefined until liveness or age has been judged, and when an account or a wallet
 *   replaced the measurement
 */
export function measuredAt({ checks, offer, steps }: SessionRecord): Measured | undefined {
  const isJudged = checks.liveness !== undefined || checks.age !== undefined;
  const isShownOtherwise = steps.age.byAccount === true || checks.wallet === true;
  return isJudged && !isShownOtherwise ? offer.measured : undefined;
}
