// The interface between the page and its component for age keys, which is a separate script
// (mount.tsx).
import type { SessionView } from '../requests/wire.ts';

/** The component's props. The view determines whether a key can be created, used or forgotten. */
export interface KeyProps {
  view: SessionView;
  language: string;
  locale: string;
  /** Called with the updated session. */
  onView?: (view: SessionView) => void;
  /**
   * Called when the visitor acts on the offer, so that the page no longer returns to the site
   * automatically.
   */
  onDecide?: () => void;
}
