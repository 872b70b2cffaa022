// Measures how often the barcodes on driving licences are read in pictures from a simulated camera:
// in single pictures, and in sessions, where two frames and the picture of the whole page must
// agree. Half of the licences are printed at the highest density that the standard allows.
import { readBarcodeOf, TURNS_OF } from '../../src/vision/documents/read-barcode.ts';
import { judgeDocument } from '../../src/domain/verification/rules/document/document.ts';
import {
  drawLicence,
  type Licence,
  startBarcodeReader,
} from '../../test/support/documents/licences.ts';
import type { Scenario } from '../../test/support/documents/scenarios.ts';
import { judgeFacts, shoot, shootPage, SHOWN_ON } from '../../test/support/documents/trial.ts';
import { inMs, printFigure, printTitle, quantile } from '../report.ts';

const read = startBarcodeReader();

type Outcome = ReturnType<typeof judgeFacts>;

interface Trial {
  print: 'wide' | 'dense';
  picture: Outcome;
  session: Outcome;
  ms: number;
}

/** @returns how many pictures and how many sessions were wrongly accepted */
export async function benchBarcodes(
  scenarios: readonly Scenario[],
  persons: number,
): Promise<number> {
  printTitle(`Barcodes of ${persons} licences of each print in each scenario`);
  printFigure('', 'picture: accepted wide, dense, wrong; session: passed wide, dense, wrong; ms');
  const all: Trial[] = [];
  for (const scenario of scenarios) {
    const trials: Trial[] = [];
    for (const print of ['wide', 'dense'] as const)
      for (let person = 0; person < persons; person++) {
        const licence = await drawLicence(31 * person + print.length, print);
        trials.push({ print, ...(await tryBarcode(licence, scenario, person)) });
      }
    all.push(...trials);
    printFigure(scenario, summary(trials));
  }
  printFigure('all', summary(all));
  return all.filter(({ picture, session }) => [picture, session].includes('wrong')).length;
}

async function tryBarcode(
  licence: Licence,
  scenario: Scenario,
  person: number,
): Promise<Omit<Trial, 'print'>> {
  const frames = [0, 1].map((frame) => shoot(licence, scenario, person, frame));
  const start = performance.now();
  const found = [];
  for (const picture of frames) found.push(await readBarcodeOf(read, picture, TURNS_OF.frame));
  const ms = (performance.now() - start) / frames.length;
  const page = shootPage(licence, scenario, person);
  found.push(await readBarcodeOf(read, page, TURNS_OF.page));
  const readings = found.flatMap((one) => one?.reading ?? []);
  const { passed } = judgeDocument({
    readings,
    allowed: ['drivers_license'],
    gate: undefined,
    today: SHOWN_ON,
  });
  return {
    picture: judgeFacts(found[0]?.reading, licence),
    session: passed && readings.length === 3 ? judgeFacts(readings[0], licence) : 'refused',
    ms,
  };
}

function summary(trials: readonly Trial[]): string {
  const count = (of: 'picture' | 'session', print: Trial['print']): number =>
    trials.filter((one) => one.print === print && one[of] !== 'refused').length;
  const wrong = (of: 'picture' | 'session'): number =>
    trials.filter((one) => one[of] === 'wrong').length;
  const figures = (of: 'picture' | 'session'): string =>
    `${count(of, 'wide')}, ${count(of, 'dense')}, ${wrong(of)}`;
  const times = trials.map(({ ms }) => ms);
  return [figures('picture'), figures('session'), inMs(quantile(times, 0.5))].join('; ');
}
