// What the page and its part for age keys say to each other. The part is a script of its own (mount.tsx).
import type { SessionView } from '../requests/wire.ts';

/** The view says whether a key can be made, answer or be forgotten. */
export interface KeyProps {
  view: SessionView;
  language: string;
  locale: string;
  /** The session as it is then. */
  onView?: (view: SessionView) => void;
  /** The person pressed: the page no longer returns by itself. */
  onDecide?: () => void;
}
