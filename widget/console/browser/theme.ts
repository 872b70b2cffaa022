// The console's theme: light, dark, or the system's. It is an attribute of the document, which the
// style sheet reads.
import { keepStored, readStored } from './stored.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

export function storedTheme(): Theme {
  const stored = readStored('theme');
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  keepStored('theme', theme);
  document.documentElement.dataset['theme'] = theme;
}
