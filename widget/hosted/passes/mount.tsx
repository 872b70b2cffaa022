// The entry point of the separate script for passes. It renders an offer into an element of the
// page.
import { render } from 'preact';
import type { MountedPart } from '../document/part.ts';
import { Offer } from './offers.tsx';
import type { PassProps } from './part.ts';
import { loadPassTexts, type PassTexts } from './pass-texts.ts';

export function mount(place: Element): MountedPart<PassProps> {
  let isHere = true;
  let texts: Promise<PassTexts> | undefined;
  let spoken = '';
  return {
    draw: (props) => {
      if (texts === undefined || spoken !== props.language)
        texts = loadPassTexts(props.language, props.locale);
      spoken = props.language;
      const loading = texts;
      const show = async () => {
        const t = await loading;
        if (!isHere || spoken !== props.language) return;
        place.setAttribute('lang', t.language);
        render(<Offer {...props} t={t} />, place);
      };
      void show();
    },
    leave: () => {
      isHere = false;
      render(null, place);
    },
  };
}
