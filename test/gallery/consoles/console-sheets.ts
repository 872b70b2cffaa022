// The contact sheets of the consoles: English at three widths in both themes, and Arabic on a
// phone, where most layouts break.
import type { Cell, SheetLayout } from '../support/sheet-layout.ts';
import type { ConsoleState } from './console-state.ts';

/** The layout of the sheets for each width in CSS pixels: a phone, a tablet and a computer. */
export const CONSOLE_WIDTHS = {
  390: { height: 844, room: 1900, columns: 10, scale: 0.3 },
  1024: { height: 768, room: 1100, columns: 6, scale: 0.2 },
  1440: { height: 900, room: 1000, columns: 5, scale: 0.18 },
} as const;
export type ConsoleWidth = keyof typeof CONSOLE_WIDTHS;

export interface ConsoleSheet {
  language: 'en' | 'ar';
  theme: 'light' | 'dark';
  width: ConsoleWidth;
}

/** The sheets in drawing order. */
export const CONSOLE_SHEETS: readonly ConsoleSheet[] = [
  ...inBothThemes(390),
  ...inBothThemes(1024),
  ...inBothThemes(1440),
  { language: 'ar', theme: 'light', width: 390 },
];

function inBothThemes(width: ConsoleWidth): ConsoleSheet[] {
  return (['light', 'dark'] as const).map((theme) => ({ language: 'en', theme, width }));
}

export const consoleSheetName = ({ language, theme, width }: ConsoleSheet): string =>
  `console-${language}-${theme}-${width}`;

/** @returns the states that appear on sheets of this width */
export const statesOf = (states: readonly ConsoleState[], width: ConsoleWidth): ConsoleState[] =>
  states.filter(({ isNarrow }) => width === 390 || isNarrow !== true);

const GAP = 8;
const LABEL = 16;

/**
 * @param zoom the zoom relative to the references
 * @returns a layout with a cell for each state, in the order of the states
 */
export function layOutConsoles(
  states: readonly ConsoleState[],
  width: ConsoleWidth,
  zoom = 1,
): SheetLayout {
  const { room, columns, scale } = CONSOLE_WIDTHS[width];
  const cellWidth = Math.round(width * scale * zoom);
  const cellHeight = Math.round(room * scale * zoom);
  const cells: Cell[] = states.map(({ name }, index) => ({
    state: name,
    x: GAP + (index % columns) * (cellWidth + GAP),
    y: GAP + LABEL + Math.floor(index / columns) * (LABEL + cellHeight + GAP),
    width: cellWidth,
    height: cellHeight,
  }));
  const rows = Math.ceil(states.length / columns);
  return {
    width: GAP + columns * (cellWidth + GAP),
    height: GAP + rows * (LABEL + cellHeight + GAP),
    cells,
  };
}
