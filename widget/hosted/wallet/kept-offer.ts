// Keeps the latest offer until a wallet answers it: the request to the wallet must be made during a
// button press, when it is too late to create an offer.
import type { SessionView, WalletWish } from '../requests/wire.ts';
import { makeOffer, type OpenOffer } from './requests.ts';
import type { Way } from './ways.ts';

type CredentialName = WalletWish['credential'];

/**
 * An offer with less time left than this is renewed, because unlocking a phone may take that long.
 */
const MIN_LEFT_MS = 60_000;

export class Kept {
  #offer: OpenOffer | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #chosen: CredentialName | undefined;

  /**
   * Returns the credential that the visitor has chosen, otherwise the first that the session
   * accepts.
   */
  credentialOf({ wallet }: SessionView): CredentialName {
    return this.#chosen ?? wallet?.credentials[0] ?? 'eu_av';
  }

  choose(credential: CredentialName): void {
    this.#chosen = credential;
  }

  /**
   * Creates offers one after another, because each new offer replaces the previous one: the last
   * offer requested must also be the last one created.
   * @returns the current offer if it matches the request and has enough time left, otherwise a new
   *   one
   * @throws ApiError
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
    const isFresh = offer !== undefined && offer.endsAtMs - performance.now() > MIN_LEFT_MS;
    return isFitting && isFresh ? offer : undefined;
  }

  /** Forgets the offer once it has been used or abandoned. */
  forget(): void {
    this.#offer = undefined;
  }
}
