// What the page and its part for passes say to each other. The part is a script of its own (mount.tsx).
import type { SessionView } from '../requests/wire.ts';

/** The view says whether passes can be taken, or answer. */
export interface PassProps {
  view: SessionView;
  language: string;
  locale: string;
  /** The session as it is then. */
  onView?: (view: SessionView) => void;
  /** The person pressed: the page no longer returns by itself. */
  onDecide?: () => void;
}
