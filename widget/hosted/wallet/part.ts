// What the page and its wallet part say to each other. The part is a script of its own, so that nobody loads it whose session takes no
// wallet. Types only.
import type { SessionView } from '../requests/wire.ts';

export interface WalletProps {
  view: SessionView;
  /** Of the page's texts, so that both speak the same. */
  language: string;
  locale: string;
  /** The session as it is after what the part has done. */
  onView: (view: SessionView) => void;
}
