// Entry of the part for passes, a script of its own: draws an offer into a place of the page.
import { render } from 'preact';
import { Offer } from './offers.tsx';
import type { PassOffer } from './part.ts';
import { loadPassTexts } from './pass-texts.ts';

/** @returns takes it away */
export function mount(place: Element, offer: PassOffer): () => void {
  let isHere = true;
  void loadPassTexts(offer.language, offer.locale).then((t) => {
    if (!isHere) return;
    place.setAttribute('lang', t.language);
    render(<Offer offer={offer} t={t} />, place);
  });
  return () => {
    isHere = false;
    render(null, place);
  };
}
