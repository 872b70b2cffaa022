// Signals of copies: honest pages in colour and grey copies of them, under white and under warm light, before the camera.
import { colourfulness, colourMap } from '../../src/documents-engine/colour.ts';
import { toGrey } from '../../src/documents-engine/grey-picture.ts';
import { locateLines } from '../../src/documents-engine/locate-lines.ts';
import { decodeJpeg } from '../../src/jpeg/decode.ts';
import { photographInColour } from '../../test/support/documents/camera.ts';
import { type Scenario, SCENARIOS } from '../../test/support/documents/scenarios.ts';
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

function measure(jpeg: Uint8Array): number | undefined {
  const picture = decodeJpeg(jpeg, { bytes: 2 ** 24, pixels: 2 ** 22 });
  if (typeof picture === 'string') throw new Error(picture);
  const lines = locateLines(toGrey(picture));
  return lines && colourfulness(colourMap(picture), lines);
}
