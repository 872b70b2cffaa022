// The entry point of the wallet part, a separate script with its own styles. It renders the offer
// before the check, and the wallet step.
import { render } from 'preact';
import styles from '../../styles/wallet.css?inline';
import type { MountedPart } from '../document/part.ts';
import { Kept } from './kept-offer.ts';
import type { WalletProps } from './part.ts';
import { WalletOffer } from './wallet-offer.tsx';
import { WalletStep } from './wallet-step.tsx';

/** The offer, kept from the choice before the check until the wallet step. */
const kept = new Kept();
let isStyled = false;

export function mount(container: Element): MountedPart<WalletProps> {
  addStyles();
  return {
    draw: (props) => {
      const all = { ...props, kept, place: container };
      const isWalletStep = props.view.step === 'wallet';
      render(isWalletStep ? <WalletStep {...all} /> : <WalletOffer {...all} />, container);
    },
    leave: () => render(null, container),
  };
}

function addStyles(): void {
  if (isStyled) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  isStyled = true;
}
