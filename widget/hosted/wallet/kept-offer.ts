// The offer that was made last, for as long as nothing has answered it: a wallet is asked within a press, when there is no time left
// to make one.
import type { SessionView, WalletWish } from '../requests/wire.ts';
import { makeOffer, type OpenOffer } from './requests.ts';
import type { Way } from './ways.ts';

type CredentialName = WalletWish['credential'];

/** An offer has to last for as long as somebody takes to unlock a phone. */
const LEAST_LEFT_MS = 60_000;

export class Kept {
  #offer: OpenOffer | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #chosen: CredentialName | undefined;

  /** Of this page: what its visitor has chosen, else the first that the session takes. */
  credentialOf({ wallet }: SessionView): CredentialName {
    return this.#chosen ?? wallet?.credentials[0] ?? 'eu_av';
  }

  choose(credential: CredentialName): void {
    this.#chosen = credential;
  }

  /**
   * One after the other: each offer ends the one before, and the last that is asked for has to be the last that is made.
   * @returns the one that is there, while it fits @throws ApiError
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

  /** It was used, or left. */
  forget(): void {
    this.#offer = undefined;
  }
}
