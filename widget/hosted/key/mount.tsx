// The entry point of the separate script for age keys. It renders an offer into an element of the
// page.
import { render } from 'preact';
import styles from '../../styles/key.css?inline';
import type { MountedPart } from '../document/part.ts';
import { loadKeyTexts, type KeyTexts } from './key-texts.ts';
import { KeyOffer } from './offers.tsx';
import type { KeyProps } from './part.ts';

let isStyled = false;

export function mount(place: Element): MountedPart<KeyProps> {
  addStyles();
  let isHere = true;
  let texts: Promise<KeyTexts> | undefined;
  let spoken = '';
  return {
    draw: (props) => {
      if (texts === undefined || spoken !== props.language)
        texts = loadKeyTexts(props.language, props.locale);
      spoken = props.language;
      const loading = texts;
      const show = async () => {
        const t = await loading;
        if (!isHere || spoken !== props.language) return;
        place.setAttribute('lang', t.language);
        render(<KeyOffer {...props} t={t} />, place);
      };
      void show();
    },
    leave: () => {
      isHere = false;
      render(null, place);
    },
  };
}

function addStyles(): void {
  if (isStyled) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  isStyled = true;
}
