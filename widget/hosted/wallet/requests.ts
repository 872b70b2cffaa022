// What the wallet part asks the service for: offers, and what became of them.
import * as api from '../requests/api.ts';
import type { SessionView, WalletOffer, WalletWish } from '../requests/wire.ts';

/** An offer that waits for its answer. */
export interface OpenOffer extends WalletOffer, Pick<WalletWish, 'credential' | 'way'> {
  /** On the clock of performance.now. */
  endsAtMs: number;
}

/** Safe to repeat: a newer offer takes the place of an older one. */
export async function makeOffer(id: string, wish: WalletWish): Promise<OpenOffer> {
  const post = () => api.send<WalletOffer>('POST', api.path(id, 'wallet/offer'), wish);
  const made = await api.repeat(post);
  const { credential, way } = wish;
  return { ...made, credential, way, endsAtMs: performance.now() + made.expires_in_ms };
}

/** Once: an offer takes one answer. */
export const sendAnswer = (id: string, answer: object): Promise<SessionView> =>
  api.send<SessionView>('POST', api.path(id, 'wallet/answer'), answer);

/** Back to the choice between the ways. */
export const leaveOffer = (id: string): Promise<SessionView> =>
  api.send<SessionView>('DELETE', api.path(id, 'wallet/offer'));

/**
 * @param call may find that the session has changed meanwhile
 * @returns the session as it is then @throws ApiError otherwise
 */
export async function orAsItIs(id: string, call: () => Promise<SessionView>): Promise<SessionView> {
  try {
    return await call();
  } catch (error) {
    if (api.codeOf(error) !== 'CONFLICT') throw error;
    return api.viewSession(id);
  }
}
