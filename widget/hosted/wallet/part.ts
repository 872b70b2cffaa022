// The interface between the page and its wallet part, a separate script that is loaded only when
// the session accepts a wallet. Types only.
import type { SessionView } from '../requests/wire.ts';

export interface WalletProps {
  view: SessionView;
  /** The language of the page's texts, which the wallet part uses too. */
  language: string;
  locale: string;
  /** Called with the session after the wallet part has changed it. */
  onView: (view: SessionView) => void;
}
