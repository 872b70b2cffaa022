// Layout of a contact sheet: first the tall states, then the other states, each group in its given
// order. Pure.
import type { GalleryState } from './gallery-state.ts';
import { type Width, WIDTHS } from './visitor.ts';

/**
 * The scales of the pictures: small enough to store references in the repository, or large enough
 * for people to read.
 */
export const SCALES = {
  reference: { phone: 0.3, narrow: 0.3, desktop: 0.25 },
  look: { phone: 0.6, narrow: 0.6, desktop: 0.5 },
  print: { phone: 1, narrow: 1, desktop: 1 },
} as const satisfies Record<string, Record<Width, number>>;
export type Purpose = keyof typeof SCALES;

const COLUMNS = { phone: 12, narrow: 14, desktop: 6 } as const satisfies Record<Width, number>;
/** Maximum height of a page, in CSS pixels. */
const ROOM = {
  phone: { usual: 920, tall: 1620 },
  narrow: { usual: 1100, tall: 1900 },
  desktop: { usual: 960, tall: 1560 },
} as const satisfies Record<Width, { usual: number; tall: number }>;
const GAP = 8;
const LABEL = 16;

export interface Cell {
  state: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface SheetLayout {
  width: number;
  height: number;
  cells: readonly Cell[];
}

/** Maximum height of a page on its sheet, in CSS pixels. */
export function roomFor({ isTall = false }: GalleryState, width: Width): number {
  return ROOM[width][isTall ? 'tall' : 'usual'];
}

export function layOut(
  states: readonly GalleryState[],
  width: Width,
  purpose: Purpose = 'reference',
): SheetLayout {
  const scale = SCALES[purpose][width];
  const cellWidth = Math.round(WIDTHS[width].viewport.width * scale);
  const cells: Cell[] = [];
  let y = GAP;
  for (const isTall of [true, false]) {
    const shelf = states.filter((state) => (state.isTall ?? false) === isTall);
    const [first] = shelf;
    if (!first) continue;
    const height = Math.round(roomFor(first, width) * scale);
    for (const [index, { name }] of shelf.entries()) {
      const column = index % COLUMNS[width];
      if (index > 0 && column === 0) y += LABEL + height + GAP;
      const x = GAP + column * (cellWidth + GAP);
      cells.push({ state: name, x, y: y + LABEL, width: cellWidth, height });
    }
    y += LABEL + height + GAP;
  }
  return { width: GAP + COLUMNS[width] * (cellWidth + GAP), height: y, cells };
}
