// Sets the session's theme and the customer's colour on the document, for the style sheet to use.
import { accentFor } from './accent.ts';

/**
 * @param color the customer's colour, `#rrggbb`
 * @param theme `system` follows the device
 */
export function applyTheme(theme: 'light' | 'dark' | 'system', color: string | undefined): void {
  const root = document.documentElement;
  root.dataset.theme = theme;
  for (const surface of ['light', 'dark'] as const) {
    const accent = accentFor(color, surface);
    root.style.setProperty(`--${surface}-fill`, accent.fill);
    root.style.setProperty(`--${surface}-on-fill`, accent.onFill);
    root.style.setProperty(`--${surface}-ink`, accent.ink);
  }
}
