// The interface between the page and its part for passes, which is a separate script (mount.tsx).
import type { SessionView } from '../requests/wire.ts';

/** The view says whether passes can be taken or used. */
export interface PassProps {
  view: SessionView;
  language: string;
  locale: string;
  /** The updated session. */
  onView?: (view: SessionView) => void;
  /** The visitor pressed, so the page no longer returns automatically. */
  onDecide?: () => void;
}
