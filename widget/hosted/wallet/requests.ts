// The wallet part's requests to the service: create an offer, submit its answer, or withdraw it.
import * as api from '../requests/api.ts';
import type { SessionView, WalletOffer, WalletWish } from '../requests/wire.ts';

/** An offer that is waiting for an answer. */
export interface OpenOffer extends WalletOffer, Pick<WalletWish, 'credential' | 'way'> {
  /** When the offer expires, on the clock of performance.now. */
  endsAtMs: number;
}

/** Creates an offer. It is safe to repeat: a newer offer replaces an older one. */
export async function makeOffer(id: string, wish: WalletWish): Promise<OpenOffer> {
  const post = () => api.send<WalletOffer>('POST', api.path(id, 'wallet/offer'), wish);
  const made = await api.repeat(post);
  const { credential, way } = wish;
  return { ...made, credential, way, endsAtMs: performance.now() + made.expires_in_ms };
}

/** Submits an answer, without retries, because an offer accepts only one answer. */
export const sendAnswer = (id: string, answer: object): Promise<SessionView> =>
  api.send<SessionView>('POST', api.path(id, 'wallet/answer'), answer);

/** Withdraws the offer, which returns the session to the choice between the accepted methods. */
export const leaveOffer = (id: string): Promise<SessionView> =>
  api.send<SessionView>('DELETE', api.path(id, 'wallet/offer'));

/**
 * @param call the request; if the service refuses it because the session has changed in the
 *   meantime, the session is read instead
 * @returns the updated session
 * @throws ApiError for every other failure
 */
export async function orReloadOnConflict(
  id: string,
  call: () => Promise<SessionView>,
): Promise<SessionView> {
  try {
    return await call();
  } catch (error) {
    if (api.codeOf(error) !== 'CONFLICT') throw error;
    return api.viewSession(id);
  }
}
