// Draws the consoles' contact sheets, stores them as references in the folder `references`, and
// compares new sheets with the references.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Darkroom, type Difference } from '../support/darkroom.ts';
import { launchGalleryBrowser } from '../support/gallery-browser.ts';
import { lookTwice } from '../support/second-look.ts';
import {
  CONSOLE_SHEETS,
  consoleSheetName,
  layOutConsoles,
  statesOf,
  type ConsoleSheet,
} from './console-sheets.ts';
import type { ConsoleState } from './console-state.ts';
import { visitConsoles, type ConsolePictures } from './console-visit.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const REFERENCES = join(ROOT, 'test/gallery/consoles/references');
/** The folder for the pictures of a failed comparison and for large sheets. */
const FOUND = join(ROOT, '.cache/gallery');
/** Zoom of the large sheets. */
const READABLE = 2.5;

interface Drawn {
  sheet: ConsoleSheet;
  webp: string;
}

interface Studio {
  darkroom: Darkroom;
  /**
   * Visits states and takes their pictures.
   * @returns their faults, as sentences
   */
  visit: (some: readonly ConsoleState[]) => Promise<string[]>;
  /** Composes the sheets from the pictures of all visited states. */
  draw: () => Promise<Drawn[]>;
}

interface Found {
  sheet: string;
  differences: readonly Difference[] | 'no reference';
  picture: string;
}

/** @returns the faults of the states, and the differences from the references */
export async function compareConsoles(
  states: readonly ConsoleState[],
): Promise<{ faults: string[]; differences: Found[] }> {
  return withSheets(states, 'reference', async ({ darkroom, visit, draw }) => {
    const faults = await visit(states);
    const compare = async () => {
      const differences: Found[] = [];
      for (const one of await draw()) {
        const found = await compareOne(states, one, darkroom);
        if (found) differences.push(found);
      }
      return differences;
    };
    const differences = await lookTwice(compare, async (names) => {
      faults.push(...(await visit(states.filter(({ name }) => names.has(name)))));
    });
    return { faults, differences };
  });
}

/**
 * Draws the references again and stores them.
 * @throws Error if a state is faulty
 */
export async function acceptConsoles(states: readonly ConsoleState[]): Promise<string[]> {
  return withSheets(states, 'reference', async ({ visit, draw }) => {
    const faults = await visit(states);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return keepAll(await draw(), REFERENCES);
  });
}

/**
 * Draws readable sheets into .cache/gallery/, even if states are faulty.
 * @returns the faults, and the paths of the sheets
 */
export async function drawConsoles(
  states: readonly ConsoleState[],
): Promise<{ faults: string[]; paths: string[] }> {
  return withSheets(states, 'look', async ({ visit, draw }) => {
    const faults = await visit(states);
    return { faults, paths: await keepAll(await draw(), FOUND) };
  });
}

async function withSheets<T>(
  states: readonly ConsoleState[],
  purpose: 'reference' | 'look',
  use: (studio: Studio) => Promise<T>,
): Promise<T> {
  const zoom = purpose === 'look' ? READABLE : 1;
  const pictures: ConsolePictures = new Map();
  const browser = await launchGalleryBrowser();
  try {
    const darkroom = await Darkroom.in(browser);
    const visit = (some: readonly ConsoleState[]) =>
      visitConsoles(browser, some, { sheets: CONSOLE_SHEETS, zoom, pictures });
    const draw = async (): Promise<Drawn[]> => {
      const drawn: Drawn[] = [];
      for (const sheet of CONSOLE_SHEETS) {
        const cells = pictures.get(consoleSheetName(sheet)) ?? new Map<string, string>();
        const reached = states.filter(({ name }) => cells.has(name));
        const layout = layOutConsoles(reached, sheet.width, zoom);
        drawn.push({ sheet, webp: await darkroom.compose(layout, cells, purpose) });
      }
      return drawn;
    };
    return await use({ darkroom, visit, draw });
  } finally {
    await browser.close();
  }
}

async function compareOne(
  states: readonly ConsoleState[],
  { sheet, webp }: Drawn,
  darkroom: Darkroom,
): Promise<Found | undefined> {
  const name = consoleSheetName(sheet);
  const reference = await readFile(join(REFERENCES, `${name}.webp`), 'base64').catch(() => '');
  if (webp === reference) return undefined;
  if (reference === '')
    return { sheet: name, differences: 'no reference', picture: await keep(FOUND, name, webp) };
  const layout = layOutConsoles(statesOf(states, sheet.width), sheet.width);
  const differences = await darkroom.compare(sheet.language, layout, reference, webp);
  if (differences.length === 0) return undefined;
  const wrong = new Set(differences.map(({ state }) => state));
  const cells = layout.cells.filter(({ state }) => wrong.has(state));
  const pair = await darkroom.contrast(cells, reference, webp);
  return { sheet: name, differences, picture: await keep(FOUND, `${name}-diff`, pair) };
}

const keepAll = (drawn: readonly Drawn[], folder: string): Promise<string[]> =>
  Promise.all(drawn.map(({ sheet, webp }) => keep(folder, consoleSheetName(sheet), webp)));

/** @returns the written file's path from the repository's root */
async function keep(folder: string, name: string, webp: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.webp`);
  await writeFile(path, Buffer.from(webp, 'base64'));
  return relative(ROOT, path);
}
