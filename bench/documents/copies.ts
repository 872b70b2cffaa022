// Signals of copies: honest pages in colour and grey copies of them, under white and under warm light, before the camera.
import { colourfulness, colourMap } from '../../src/documents-engine/colour.ts';
import { type GreyPicture, shrink, toGrey } from '../../src/documents-engine/grey-picture.ts';
import { locateLines } from '../../src/documents-engine/locate-lines.ts';
import { gridOf, showsScreen } from '../../src/documents-engine/screen-grid.ts';
import { decodeJpeg } from '../../src/jpeg/decode.ts';
import { photographInColour } from '../../test/support/documents/camera.ts';
import { type Scenario, SCENARIOS } from '../../test/support/documents/scenarios.ts';
import { photographScreen } from '../../test/support/documents/screen.ts';
import { tinted } from '../../test/support/documents/specimens.ts';
import { specimenNumber } from '../../test/support/documents/trial.ts';
import { printFigure, printTitle } from '../report.ts';

const LAMPS = [
  [1, 1, 1],
  [1, 0.92, 0.75],
] as const;
/** As pale as some cards, and as colourful as a passport. */
const STRENGTHS = [0.4, 1] as const;
const FORMATS = ['td3', 'td2', 'td1'] as const;

/** One document a scenario, the formats, lamps and strengths in turn: the least of the honest, and the most of the copies. */
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

/** Pixels of a screen that show the page. */
const SCREENS = [600, 900, 1_200, 1_600] as const;
/** What a page sends of a larger picture. */
const SENT_WIDTH = 1_600;

/** The same pages before the camera, and each on screens: how far the clearest frequency stands out. */
export function benchScreens(scenarios: readonly Scenario[]): void {
  printTitle(`A screen’s pixels: honest pages, and screens of ${SCREENS.join(', ')} pixels`);
  const found = { honest: 0, screens: SCREENS.map(() => 0) };
  for (const [i, scenario] of scenarios.entries()) {
    const view = SCENARIOS[scenario];
    const pages = STRENGTHS.map((strength, k) => {
      const { page } = specimenNumber(FORMATS[(i + k) % 3] ?? 'td3', i + 1 + 20 * k);
      return tinted(page, i + k, strength);
    });
    const honest = pages.map((page, k) =>
      greyOf(photographInColour(page, view, i + 50 * k, LAMPS[k] ?? LAMPS[0])),
    );
    const [page] = pages;
    const shown = page ? SCREENS.map((at) => greyOf(photographScreen(page, at, view, i))) : [];
    found.honest += honest.filter(showsScreen).length;
    for (const [n, picture] of shown.entries())
      if (showsScreen(picture)) found.screens[n] = (found.screens[n] ?? 0) + 1;
    const figures = (of: readonly GreyPicture[]) =>
      of.map((one) => gridOf(one).toFixed(2)).join(' ');
    printFigure(scenario, `${figures(honest)} | ${figures(shown)}`);
  }
  printFigure('honest pages with the signal', `${found.honest} of ${2 * scenarios.length}`);
  printFigure('screens with it', `${found.screens.join(', ')} of ${scenarios.length}`);
}

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
