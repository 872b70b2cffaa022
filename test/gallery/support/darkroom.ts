// A blank page that assembles pictures into contact sheets, and compares sheets.
import type { Browser, Page } from 'playwright-core';
import type { Cell, Purpose, SheetLayout } from './sheet-layout.ts';

/** WebP quality: low to keep references small, and high to keep sheets for people sharp. */
const QUALITY = { reference: 0.3, look: 0.85, print: 1 } as const satisfies Record<Purpose, number>;

/** The side length of the squares whose mean colours are compared, in pixels of the sheet. */
const BLOCK = 6;
/**
 * The mean of a square may differ by this much, out of 255, in each channel. Differences in font
 * rendering and compression stay below this; a line of text that moves by a few pixels exceeds it.
 */
const TOLERANCE = 14;
/**
 * How many of a cell's roughly 800 squares may differ by more than TOLERANCE, for example where a
 * word starts at a different subpixel.
 */
const STRAY_BLOCKS = 4;
/**
 * Arabic letters are joined and shift together: when the same three lines were drawn on two
 * machines, 10 squares differed by more than TOLERANCE.
 */
const STRAY_ARABIC_BLOCKS = 14;
/** No square's mean may differ by more than this. */
const LIMIT = 25;

/** A cell that differs: the number of its differing squares, and the largest difference. */
export interface Difference {
  state: string;
  blocks: number;
  worst: number;
}

export class Darkroom {
  #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async in(browser: Browser): Promise<Darkroom> {
    return new Darkroom(await browser.newPage());
  }

  /**
   * @param pictures PNGs in base64, by state
   * @returns a WebP in base64
   */
  async compose(
    layout: SheetLayout,
    pictures: ReadonlyMap<string, string>,
    purpose: Purpose = 'reference',
  ): Promise<string> {
    const cells = layout.cells.map((cell) => ({ cell, png: pictures.get(cell.state) ?? '' }));
    return this.#page.evaluate(composeSheet, { layout, cells, quality: QUALITY[purpose] });
  }

  /**
   * Finds differences larger than those that font rendering causes between machines.
   * @param language the language of the texts
   * @param before the sheet of this layout to compare with, as WebP in base64
   * @param after the sheet to compare, in the same form
   */
  async compare(
    language: string,
    layout: SheetLayout,
    before: string,
    after: string,
  ): Promise<Difference[]> {
    const strayBlocks = language === 'ar' ? STRAY_ARABIC_BLOCKS : STRAY_BLOCKS;
    const found = await this.#page.evaluate(compareSheets, {
      before,
      after,
      layout,
      block: BLOCK,
      tolerance: TOLERANCE,
    });
    if (found === 'other size')
      return layout.cells.map(({ state }) => ({ state, blocks: 0, worst: 255 }));
    return found.filter(({ blocks, worst }) => blocks > strayBlocks || worst > LIMIT);
  }

  /**
   * Draws the differing cells of both sheets side by side.
   * @returns a WebP in base64
   */
  async contrast(cells: readonly Cell[], before: string, after: string): Promise<string> {
    return this.#page.evaluate(pairCells, { before, after, cells, quality: QUALITY.look });
  }

  close(): Promise<void> {
    return this.#page.close();
  }
}

interface ComposeOrder {
  layout: SheetLayout;
  cells: { cell: Cell; png: string }[];
  quality: number;
}

/**
 * Like the functions below, this function runs in the blank page, so it can use nothing else from
 * this file.
 */
async function composeSheet({ layout, cells, quality }: ComposeOrder): Promise<string> {
  const canvas = new OffscreenCanvas(layout.width, layout.height);
  const at = canvas.getContext('2d')!;
  at.fillStyle = '#7a7f88';
  at.fillRect(0, 0, layout.width, layout.height);
  at.font = '11px sans-serif';
  for (const { cell, png } of cells) {
    const blob = await (await fetch(`data:image/png;base64,${png}`)).blob();
    const picture = await createImageBitmap(blob);
    at.drawImage(picture, cell.x, cell.y);
    at.fillStyle = '#ffffff';
    at.fillText(cell.state, cell.x, cell.y - 4, cell.width);
  }
  const bytes = new Uint8Array(
    await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer(),
  );
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

interface CompareOrder {
  before: string;
  after: string;
  layout: SheetLayout;
  block: number;
  tolerance: number;
}

async function compareSheets(order: CompareOrder): Promise<Difference[] | 'other size'> {
  const { layout, block, tolerance } = order;
  const read = async (sheet: string) => {
    const blob = await (await fetch(`data:image/webp;base64,${sheet}`)).blob();
    const picture = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const at = canvas.getContext('2d', { willReadFrequently: true })!;
    at.drawImage(picture, 0, 0);
    return at.getImageData(0, 0, picture.width, picture.height);
  };
  const [before, after] = [await read(order.before), await read(order.after)];
  const isSame = before.width === layout.width && before.height === layout.height;
  if (!isSame || before.width !== after.width || before.height !== after.height)
    return 'other size';
  const difference = (left: number, top: number) => {
    const sums = [0, 0, 0];
    for (let y = top; y < top + block; y++) {
      for (let x = left; x < left + block; x++) {
        const start = (y * before.width + x) * 4;
        for (let channel = 0; channel < 3; channel++) {
          const [was, is] = [before.data.at(start + channel), after.data.at(start + channel)];
          sums[channel] = (sums.at(channel) ?? 0) + (was ?? 0) - (is ?? 0);
        }
      }
    }
    return Math.max(...sums.map(Math.abs)) / block ** 2;
  };
  return layout.cells.map(({ state, x, y, width, height }) => {
    const found: number[] = [];
    for (let top = y; top + block <= y + height; top += block) {
      for (let left = x; left + block <= x + width; left += block) {
        found.push(difference(left, top));
      }
    }
    const blocks = found.filter((value) => value > tolerance).length;
    return { state, blocks, worst: Math.round(Math.max(...found)) };
  });
}

interface PairOrder {
  before: string;
  after: string;
  cells: readonly Cell[];
  quality: number;
}

async function pairCells({ before, after, cells, quality }: PairOrder): Promise<string> {
  const read = async (sheet: string) =>
    createImageBitmap(await (await fetch(`data:image/webp;base64,${sheet}`)).blob());
  const pair = [await read(before), await read(after)];
  const width = Math.max(...cells.map((cell) => cell.width)) * 2 + 24;
  const height = cells.reduce((sum, cell) => sum + cell.height + 28, 8);
  const canvas = new OffscreenCanvas(width, height);
  const at = canvas.getContext('2d')!;
  at.fillStyle = '#7a7f88';
  at.fillRect(0, 0, width, height);
  at.font = '11px sans-serif';
  at.fillStyle = '#ffffff';
  let top = 24;
  for (const cell of cells) {
    at.fillText(`${cell.state}: as it was, as it is`, 8, top - 6);
    for (const [index, sheet] of pair.entries()) {
      const left = 8 + index * (cell.width + 8);
      const from = [cell.x, cell.y, cell.width, cell.height] as const;
      at.drawImage(sheet, ...from, left, top, cell.width, cell.height);
    }
    top += cell.height + 28;
  }
  const bytes = new Uint8Array(
    await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer(),
  );
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
