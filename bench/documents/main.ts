// `npm run bench:documents`: how many machine-readable zones are read before a simulated camera, and what a picture costs.
// Fails when anything is accepted that is not printed. Options after `--`: `--persons=8`, `--only=webcam,JPEG 30`.
import { parseArgs } from 'node:util';
import { locateLines } from '../../src/documents-engine/locate-lines.ts';
import { readZone } from '../../src/documents-engine/read-zone.ts';
import { cutStrips } from '../../src/documents-engine/strips.ts';
import { type Scenario, SCENARIOS } from '../../test/support/documents/scenarios.ts';
import {
  judgeReading,
  type Outcome,
  shoot,
  SHOWN_ON,
  specimenNumber,
} from '../../test/support/documents/trial.ts';
import { loadLineNet } from '../../test/support/documents/weights.ts';
import { inMs, printFigure, printStolenTime, printTitle, quantile } from '../report.ts';

const { values } = parseArgs({
  options: { persons: { type: 'string', default: '8' }, only: { type: 'string' } },
});
const persons = Number(values.persons);
const only = values.only?.split(',');
const scenarios = (Object.keys(SCENARIOS) as Scenario[]).filter(
  (name) => only === undefined || only.includes(name),
);
const net = loadLineNet();
const specimens = (['td3', 'td2', 'td1'] as const).flatMap((format) =>
  Array.from({ length: persons }, (_, i) => ({ person: i, page: specimenNumber(format, i + 1) })),
);

printTitle(`Zones read, of ${specimens.length} documents in each scenario`);
const totals = new Map<Outcome, number>();
for (const scenario of scenarios) {
  const outcomes = specimens.map(({ person, page }) =>
    judgeReading(net, shoot(page, scenario, person), page),
  );
  for (const one of outcomes) totals.set(one, (totals.get(one) ?? 0) + 1);
  printFigure(
    scenario,
    summary((outcome) => outcomes.filter((one) => one === outcome).length),
  );
}
printFigure(
  'all: exact, accepted, wrong',
  summary((outcome) => totals.get(outcome) ?? 0),
);
printTimes();
printStolenTime();
if ((totals.get('wrong') ?? 0) > 0) {
  console.error('Something was accepted that is not printed.');
  process.exitCode = 1;
}

/** Accepted includes exact and wrong. */
function summary(count: (outcome: Outcome) => number): string {
  const [exact, wrong] = [count('exact'), count('wrong')];
  return [exact, exact + count('accepted') + wrong, wrong].join(', ');
}

/** After the above, so everything is compiled. */
function printTimes(): void {
  printTitle('Time of a picture of 1280 x 720 px, in Node');
  const times = { locate: [] as number[], cut: [] as number[], read: [] as number[] };
  for (const { person, page } of specimens) {
    const picture = shoot(page, 'phone 720p', person);
    const start = performance.now();
    const lines = locateLines(picture) ?? [];
    const located = performance.now();
    const strips = cutStrips(picture, lines) ?? [];
    const cut = performance.now();
    readZone(net, strips, SHOWN_ON);
    times.locate.push(located - start);
    times.cut.push(cut - located);
    times.read.push(performance.now() - cut);
  }
  for (const [step, taken] of Object.entries(times)) printFigure(step, inMs(quantile(taken, 0.5)));
}
