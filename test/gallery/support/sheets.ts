// The contact sheets: drawn from the built page, stored in references/, and compared with the
// stored sheets.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { Darkroom, type Difference } from './darkroom.ts';
import type { GalleryState } from './gallery-state.ts';
import { launchGalleryBrowser } from './gallery-browser.ts';
import { type Pictures, takePictures } from './pictures.ts';
import { KEPT_SHEETS, type Sheet, sheetName, statesOn } from './selection.ts';
import { layOut, type Purpose, type SheetLayout } from './sheet-layout.ts';
import { serveStates } from './stub-server.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const REFERENCES = join(ROOT, 'test/gallery/references');
/** The folder for the pictures of failed comparisons and for readable sheets. */
const FOUND = join(ROOT, '.cache/gallery');

/** How a sheet differs from its reference. */
export interface Finding {
  sheet: string;
  differences: readonly Difference[] | 'no reference';
  /**
   * Path, relative to the root of the repository, of a picture that shows the differing cells of
   * both sheets, or the whole sheet if it has no reference. For a reference that is no longer
   * drawn, a message instead.
   */
  picture: string;
}

interface Drawn {
  sheet: Sheet;
  layout: SheetLayout;
  webp: string;
}

interface Order {
  states: readonly GalleryState[];
  sheets: readonly Sheet[];
  purpose: Purpose;
}

/**
 * Draws the references again and stores them.
 * @returns their names and sizes in bytes
 */
export async function acceptReferences(
  states: readonly GalleryState[],
): Promise<Map<string, number>> {
  return withSheets({ states, sheets: KEPT_SHEETS, purpose: 'reference' }, async (drawn) => {
    await rm(REFERENCES, { recursive: true, force: true });
    return keepAll(drawn, REFERENCES);
  });
}

/**
 * Draws readable sheets into .cache/gallery/.
 * @returns their names and sizes in bytes
 */
export async function drawToLook(
  states: readonly GalleryState[],
  sheets: readonly Sheet[],
): Promise<Map<string, number>> {
  return withSheets({ states, sheets, purpose: 'look' }, (drawn) => keepAll(drawn, FOUND));
}

/**
 * @param taken pictures of all these states; if absent, they are taken now
 * @returns the differences from the references; pictures of them are then in .cache/gallery/
 */
export async function compareWithReferences(
  states: readonly GalleryState[],
  sheets: readonly Sheet[],
  taken?: Pictures,
): Promise<Finding[]> {
  const order = { states, sheets, purpose: 'reference' } as const;
  const compare = async (drawn: readonly Drawn[], darkroom: Darkroom) => {
    const findings: Finding[] = [];
    for (const one of drawn) {
      const finding = await compareOne(one, darkroom);
      if (finding) findings.push(finding);
    }
    return [...findings, ...(await leftovers())];
  };
  return withSheets(order, compare, taken);
}

async function compareOne(
  { sheet, layout, webp }: Drawn,
  darkroom: Darkroom,
): Promise<Finding | undefined> {
  const name = sheetName(sheet);
  const reference = await readFile(join(REFERENCES, `${name}.webp`), 'base64').catch(() => '');
  if (webp === reference) return undefined;
  const differences =
    reference === ''
      ? 'no reference'
      : await darkroom.compare(sheet.language, layout, reference, webp);
  if (differences.length === 0) return undefined;
  let picture = await keep(FOUND, name, webp);
  if (differences !== 'no reference') {
    const wrong = new Set(differences.map(({ state }) => state));
    const cells = layout.cells.filter(({ state }) => wrong.has(state));
    picture = await keep(FOUND, `${name}-diff`, await darkroom.contrast(cells, reference, webp));
  }
  return { sheet: name, differences, picture };
}

async function withSheets<T>(
  { states, sheets, purpose }: Order,
  use: (drawn: Drawn[], darkroom: Darkroom) => Promise<T>,
  taken?: Pictures,
): Promise<T> {
  const browser = await launchGalleryBrowser();
  try {
    const pictures = taken ?? (await photograph(browser, { states, sheets, purpose }));
    const darkroom = await Darkroom.in(browser);
    const drawn: Drawn[] = [];
    for (const sheet of sheets) {
      const layout = layOut(statesOn(sheet, states), sheet.width, purpose);
      const cells = pictures.get(sheetName(sheet)) ?? new Map<string, string>();
      drawn.push({ sheet, layout, webp: await darkroom.compose(layout, cells, purpose) });
    }
    return await use(drawn, darkroom);
  } finally {
    await browser.close();
  }
}

async function photograph(browser: Browser, order: Order): Promise<Pictures> {
  const server = await serveStates(order.states);
  try {
    return await takePictures(browser, server.origin, order);
  } finally {
    await server.close();
  }
}

/** Returns a finding for each stored reference whose sheet is no longer drawn. */
async function leftovers(): Promise<Finding[]> {
  const files = await readdir(REFERENCES).catch(() => []);
  const known = new Set(KEPT_SHEETS.map((sheet) => `${sheetName(sheet)}.webp`));
  return files
    .filter((file) => !known.has(file))
    .map((sheet) => ({ sheet, differences: [], picture: 'nothing draws this any more' }));
}

async function keepAll(drawn: readonly Drawn[], folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const { sheet, webp } of drawn) {
    await keep(folder, sheetName(sheet), webp);
    sizes.set(sheetName(sheet), (webp.length * 3) / 4);
  }
  return sizes;
}

/** @returns the file's path relative to the root of the repository */
async function keep(folder: string, name: string, webp: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.webp`);
  await writeFile(path, Buffer.from(webp, 'base64'));
  return relative(ROOT, path);
}
