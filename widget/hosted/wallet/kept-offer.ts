// The offer that was made last, for as long as nothing has answered it: a wallet is asked within a press, when there is no time left
// to make one.
import type { SessionView, WalletWish } from '../requests/wire.ts';
import { makeOffer, type OpenOffer } from './requests.ts';
import type { Way } from './ways.ts';

type CredentialName = WalletWish['credential'];

/** An offer is renewed when less time is left than it takes to unlock a phone. */
const LEAST_LEFT_MS = 60_000;

export class Kept {
  #offer: OpenOffer | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #chosen: CredentialName | undefined;

  /** The credential that the visitor has chosen, else the first that the session takes. */
  credentialOf({ wallet }: SessionView): CredentialName {
    return this.#chosen ?? wallet?.credentials[0] ?? 'eu_av';
  }

  choose(credential: CredentialName): void {
    this.#chosen = credential;
  }

  /**
   * Makes offers one after the other, since each ends the one before: the last that is asked for has to be the last that is made.
   * @returns the present offer as long as it fits, else a new one @throws ApiError
   */
  offer(view: SessionView, way: Way): Promise<OpenOffer> {
    const offered = this.#last.then(() => this.#offerNow(view, way));
    this.#last = offered.catch(() => undefined);
    return offered;
  }

  async #offerNow(view: SessionView, way: Way): Promise<OpenOffer> {
    const credential = this.credentialOf(view);
    const ready = this.#ready(view, way);
    if (ready !== undefined) return ready;
    const gate = view.wallet?.gate ?? 0;
    this.#offer = await makeOffer(view.id, { credential, gate, way });
    return this.#offer;
  }

  #ready(view: SessionView, way: Way): OpenOffer | undefined {
    const offer = this.#offer;
    const isFitting = offer?.way === way && offer.credential === this.credentialOf(view);
    const isFresh = offer !== undefined && offer.endsAtMs - performance.now() > LEAST_LEFT_MS;
    return isFitting && isFresh ? offer : undefined;
  }

  /** Forgets an offer that was used or left. */
  forget(): void {
    this.#offer = undefined;
  }
}
