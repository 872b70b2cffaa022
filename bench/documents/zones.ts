// Measures how often machine-readable zones are read in pictures from a simulated camera: in single
// pictures, and in sessions, where two frames and the picture of the whole page must agree.
import { locateLines } from '../../src/vision/documents/locate-lines.ts';
import { readPicture } from '../../src/vision/documents/read-picture.ts';
import { readZone } from '../../src/vision/documents/read-zone.ts';
import { cutStrips } from '../../src/vision/documents/strips.ts';
import { judgeDocument } from '../../src/domain/verification/rules/document/document.ts';
import type { Scenario } from '../../test/support/documents/scenarios.ts';
import type { Specimen } from '../../test/support/documents/specimens.ts';
import {
  judgeFacts,
  type Outcome,
  shoot,
  shootPage,
  SHOWN_ON,
  specimenNumber,
} from '../../test/support/documents/trial.ts';
import { loadLineNet } from '../../test/support/documents/weights.ts';
import { inMs, printFigure, printTitle, quantile } from '../report.ts';

const net = loadLineNet();

interface Trial {
  picture: Outcome;
  session: Exclude<Outcome, 'exact'>;
  ms: number;
}

/** @returns how many pictures and how many sessions were wrongly accepted */
export function benchZones(
  scenarios: readonly Scenario[],
  persons: number,
): { pictures: number; sessions: number } {
  const specimens = (['td3', 'td2', 'td1'] as const).flatMap((format) =>
    Array.from({ length: persons }, (_, i) => ({ person: i, page: specimenNumber(format, i + 1) })),
  );
  printTitle(`Zones of ${specimens.length} documents in each scenario`);
  printFigure('', 'picture: exact, accepted, wrong; session: passed, wrong; ms a picture');
  const all: Trial[] = [];
  for (const scenario of scenarios) {
    const trials = specimens.map(({ person, page }) => tryZone(page, scenario, person));
    all.push(...trials);
    printFigure(scenario, summary(trials));
  }
  printFigure('all', summary(all));
  const wrong = (of: 'picture' | 'session') => all.filter((one) => one[of] === 'wrong').length;
  return { pictures: wrong('picture'), sessions: wrong('session') };
}

function tryZone(specimen: Specimen, scenario: Scenario, person: number): Trial {
  const frames = [0, 1].map((frame) => shoot(specimen, scenario, person, frame));
  const start = performance.now();
  const read = frames.map((picture) => readPicture(net, picture, SHOWN_ON));
  const ms = (performance.now() - start) / frames.length;
  const page = readPicture(net, shootPage(specimen, scenario, person), SHOWN_ON);
  const [first] = read;
  const outcome = judgeFacts(first?.reading, specimen);
  const isExact = outcome === 'accepted' && first?.lines.join() === specimen.lines.join();
  const readings = [...read, page].flatMap((one) => one?.reading ?? []);
  const { passed } = judgeDocument({
    readings,
    allowed: ['passport', 'id_card', 'residence_permit'],
    gate: undefined,
    today: SHOWN_ON,
  });
  const isWhole = passed && readings.length === 3;
  return {
    picture: isExact ? 'exact' : outcome,
    session: isWhole ? judgeFacts(readings[0], specimen) : 'refused',
    ms,
  };
}

/**
 * Summarises the trials. Every picture that was read at all, correctly or not, counts as accepted;
 * every session that was accepted, even with a wrong reading, counts as passed.
 */
function summary(trials: readonly Trial[]): string {
  const pictures = (...outcomes: Outcome[]) =>
    trials.filter(({ picture }) => outcomes.includes(picture)).length;
  const sessions = (...outcomes: Outcome[]) =>
    trials.filter(({ session }) => outcomes.includes(session)).length;
  return [
    `${pictures('exact')}, ${pictures('exact', 'accepted', 'wrong')}, ${pictures('wrong')}`,
    `${sessions('accepted', 'wrong')}, ${sessions('wrong')}`,
    inMs(
      quantile(
        trials.map(({ ms }) => ms),
        0.5,
      ),
    ),
  ].join('; ');
}

/**
 * Measures how long each step of reading a zone takes. It runs last, when all of the code has been
 * compiled.
 */
export function benchZoneSteps(): void {
  printTitle('Time of a picture of 1280 x 720 px, in Node');
  const times = { locate: [] as number[], cut: [] as number[], read: [] as number[] };
  for (let person = 0; person < 8; person++) {
    const picture = shoot(specimenNumber('td3', person + 1), 'phone 720p', person);
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
