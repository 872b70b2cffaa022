// What the page and its wallet part exchange. The part is a script of its own, so that it is loaded only where the session takes a
// wallet. Types only.
import type { SessionView } from '../requests/wire.ts';

export interface WalletProps {
  view: SessionView;
  /** The language of the page's texts, which the part uses too. */
  language: string;
  locale: string;
  /** Called with the session after the part has changed it. */
  onView: (view: SessionView) => void;
}
