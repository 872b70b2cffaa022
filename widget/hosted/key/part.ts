// The interface between the page and its part for age keys, which is a separate script (mount.tsx).
import type { SessionView } from '../requests/wire.ts';

/** The view says whether a key can be created, used or forgotten. */
export interface KeyProps {
  view: SessionView;
  language: string;
  locale: string;
  /** The updated session. */
  onView?: (view: SessionView) => void;
  /** The visitor pressed, so the page no longer returns automatically. */
  onDecide?: () => void;
}
