// Measures signals that a page is a copy. A simulated camera photographs genuine pages in colour,
// black-and-white photocopies of these pages, and screens that show them, under white and warm
// light.
import { colourfulness, colourMap } from '../../src/vision/documents/colour.ts';
import { type GreyPicture, shrink, toGrey } from '../../src/vision/documents/grey-picture.ts';
import { locateLines } from '../../src/vision/documents/locate-lines.ts';
import { readPicture } from '../../src/vision/documents/read-picture.ts';
import { gridOf, standsOut } from '../../src/vision/documents/screen-grid.ts';
import { decodeJpeg } from '../../src/vision/jpeg/decode.ts';
import { photographInColour } from '../../test/support/documents/camera.ts';
import { type Scenario, SCENARIOS } from '../../test/support/documents/scenarios.ts';
import { photographScreen } from '../../test/support/documents/screen.ts';
import { tinted } from '../../test/support/documents/specimens.ts';
import { SHOWN_ON, specimenNumber } from '../../test/support/documents/trial.ts';
import { loadLineNet } from '../../test/support/documents/weights.ts';
import { printFigure, printTitle } from '../report.ts';

const LAMPS = [
  [1, 1, 1],
  [1, 0.92, 0.75],
] as const;
/** How colourful the pages are: as pale as some cards, or as colourful as a passport. */
const STRENGTHS = [0.4, 1] as const;
const FORMATS = ['td3', 'td2', 'td1'] as const;

/**
 * Photographs one genuine page and a photocopy of it per scenario, cycling through document
 * formats, lamps and strengths of colour. Prints the lowest colourfulness of any genuine page and
 * the highest of any photocopy.
 */
export function benchCopies(scenarios: readonly Scenario[]): void {
  printTitle('Colourfulness of an honest page and of a grey copy');
  const all = { honest: [] as number[], copy: [] as number[] };
  for (const [i, scenario] of scenarios.entries()) {
    const { page } = specimenNumber(FORMATS[i % 3] ?? 'td3', i + 1);
    const [strength, lamp] = [STRENGTHS[i % 2] ?? 1, LAMPS[(i >> 1) % 2] ?? LAMPS[0]];
    const honest = measure(
      photographInColour(tinted(page, i, strength), SCENARIOS[scenario], i, lamp),
    );
    const copy = measure(photographInColour([page, page, page], SCENARIOS[scenario], i, lamp));
    if (honest !== undefined) all.honest.push(honest);
    if (copy !== undefined) all.copy.push(copy);
    printFigure(scenario, `${honest?.toFixed(4)}, ${copy?.toFixed(4)}`);
  }
  printFigure('least of the honest', Math.min(...all.honest).toFixed(4));
  printFigure('most of the copies', Math.max(...all.copy).toFixed(4));
}

/** The widths, in pixels, of the screens that show a page. */
const SCREENS = [600, 700, 900, 1_200, 1_600] as const;
/** The width in pixels to which the hosted page shrinks larger pictures before it sends them. */
const SENT_WIDTH = 1_600;

interface ScreenCount {
  found: number;
  read: number;
  /** The number of pages that were read successfully although they were classified as screens. */
  foundRead: number;
  grids: number[];
}

/**
 * Photographs pages directly and on screens. Prints how far the strongest frequency of each picture
 * stands out, and how many pictures are classified as screens.
 */
export function benchScreens(scenarios: readonly Scenario[]): void {
  printTitle(`A screen’s pixels: honest pages, and screens of ${SCREENS.join(', ')} pixels`);
  const net = loadLineNet();
  const look = (into: ScreenCount, jpeg: Uint8Array): void => {
    const picture = greyOf(jpeg);
    const grid = gridOf(picture);
    const isRead = readPicture(net, picture, SHOWN_ON)?.reading.ok === true;
    into.grids.push(grid);
    if (isRead) into.read += 1;
    if (!standsOut(grid)) return;
    into.found += 1;
    if (isRead) into.foundRead += 1;
  };
  const honest = emptyCount();
  const screens = SCREENS.map(() => emptyCount());
  for (const [i, scenario] of scenarios.entries()) {
    const view = SCENARIOS[scenario];
    const pages = STRENGTHS.map((strength, k) => {
      const { page } = specimenNumber(FORMATS[(i + k) % 3] ?? 'td3', i + 1 + 20 * k);
      return tinted(page, i + k, strength);
    });
    for (const [k, page] of pages.entries())
      look(honest, photographInColour(page, view, i + 50 * k, LAMPS[k] ?? LAMPS[0]));
    const [page] = pages;
    if (!page) continue;
    for (const [n, across] of SCREENS.entries())
      look(screens[n] ?? emptyCount(), photographScreen(page, across, view, i));
    const last = (count: ScreenCount, many: number) =>
      count.grids.slice(-many).map((grid) => grid.toFixed(2));
    printFigure(
      scenario,
      `${last(honest, 2).join(' ')} | ${screens.flatMap((one) => last(one, 1)).join(' ')}`,
    );
  }
  printScreens('honest pages', honest);
  for (const [n, across] of SCREENS.entries())
    printScreens(`${across} pixels`, screens[n] ?? emptyCount());
}

const emptyCount = (): ScreenCount => ({ found: 0, read: 0, foundRead: 0, grids: [] });

const printScreens = (title: string, { found, read, foundRead, grids }: ScreenCount): void =>
  printFigure(title, `${found} of ${grids.length}; ${foundRead} of the ${read} that are read`);

function greyOf(jpeg: Uint8Array): GreyPicture {
  const grey = toGrey(decode(jpeg));
  return grey.width <= SENT_WIDTH ? grey : shrink(grey, SENT_WIDTH / grey.width);
}

function decode(jpeg: Uint8Array) {
  const picture = decodeJpeg(jpeg, { bytes: 2 ** 24, pixels: 2 ** 22 });
  if (typeof picture === 'string') throw new Error(picture);
  return picture;
}

function measure(jpeg: Uint8Array): number | undefined {
  const picture = decode(jpeg);
  const lines = locateLines(toGrey(picture));
  return lines && colourfulness(colourMap(picture), lines);
}
