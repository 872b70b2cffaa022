// Takes the pictures: each state is reached once and then photographed in every width, language and
// theme.
import type { Browser } from 'playwright-core';
import type { GalleryState } from './gallery-state.ts';
import { type Sheet, sheetName, statesOn } from './selection.ts';
import { type Purpose, roomFor, SCALES } from './sheet-layout.ts';
import { tour } from './tour.ts';
import { type Visitor, WIDTHS } from './visitor.ts';

/** The pictures by sheet and state, as PNGs in base64. */
export type Pictures = ReadonlyMap<string, ReadonlyMap<string, string>>;

interface Shoot {
  states: readonly GalleryState[];
  sheets: readonly Sheet[];
  purpose?: Purpose;
}

/** Takes and collects the pictures of all states in a `Shoot`. */
export class Film {
  readonly pictures = new Map<string, Map<string, string>>();
  #states: readonly GalleryState[];
  #sheets: readonly Sheet[];
  #purpose: Purpose;

  constructor({ states, sheets, purpose = 'reference' }: Shoot) {
    this.#states = states;
    // The sheets are sorted by width, since changing the width costs more than changing the
    // language.
    const widths = Object.keys(WIDTHS);
    this.#sheets = sheets.toSorted((a, b) => widths.indexOf(a.width) - widths.indexOf(b.width));
    this.#purpose = purpose;
  }

  /**
   * Takes the pictures of the visitor's current state, and leaves the visitor with the settings of
   * the last sheet.
   * @returns the faults: a page that needs sideways scrolling or is too tall for its cell on the
   *   sheet, and console errors
   */
  async shoot(visitor: Visitor, state: GalleryState): Promise<string[]> {
    const faults: string[] = [];
    for (const sheet of this.#sheets) {
      if (!statesOn(sheet, this.#states).includes(state)) continue;
      await visitor.arrange(sheet);
      const { width, height } = WIDTHS[sheet.width].viewport;
      const needed = await visitor.settle();
      const room = roomFor(state, sheet.width);
      if (needed.height > room)
        faults.push(`${sheetName(sheet)}: ${needed.height} px high, and has ${room} on its sheet`);
      if (needed.width > width) faults.push(`${sheetName(sheet)}: ${needed.width} px wide`);
      const seen = Math.min(room, Math.max(needed.height, height));
      const picture = await visitor.photograph(seen, SCALES[this.#purpose][sheet.width]);
      // The sheet is looked up after the picture is taken, since another window may have created it
      // in the meantime.
      const taken = this.pictures.get(sheetName(sheet)) ?? new Map<string, string>();
      this.pictures.set(sheetName(sheet), taken.set(state.name, picture));
    }
    return [...faults, ...visitor.complaints.splice(0)];
  }
}

/**
 * @param origin the origin of the stub server, which must serve all the states
 * @throws Error if a state is not reached, or if `Film.shoot` finds faults
 */
export async function takePictures(
  browser: Browser,
  origin: string,
  order: Shoot,
): Promise<Pictures> {
  const film = new Film(order);
  const { faults } = await tour(browser, origin, order, async (visitor, state) => ({
    faults: await film.shoot(visitor, state),
  }));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return film.pictures;
}
