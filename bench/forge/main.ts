// `npm run bench -- forge`, after `npm run build`: runs attackers, which are programs that speak
// the page's protocol to the service and the face Worker in workerd, over HTTP and in real time,
// with as many attempts as a session allows. Each attacker knows the source code; the comment at
// the top of its file in forgers/ lists the parts that it exploits. The faces come from photographs
// in installed packages. Everything is seeded except the service's own random choices. Options:
// `--sessions=20` for each forger and level, `--levels=standard,strict`, `--only=NAME;NAME`,
// `--at-once=6`, `--films=FOLDER` to cut real films to the challenge instead of the puppet's,
// `--in-process` to run only the rules and the models, without HTTP and without waiting.
import { parseArgs } from 'node:util';
import { interval } from '../../scripts/calibrate/interval.ts';
import type { Ledger } from '../../test/support/clips/check.ts';
import { clipNets } from '../../test/support/clips/nets.ts';
import { loadPeople } from '../../test/support/puppet/people.ts';
import { median } from '../../src/vision/face/median.ts';
import { printMarkdown, printStolenTime, printTitle } from '../report.ts';
import { realGalleries } from './film-gallery.ts';
import type { Forge } from './forger.ts';
import { FORGERS } from './forgers.ts';
import { cutRealFilm } from './forgers/cut-film.ts';
import { judgeSession } from './in-process.ts';
import { type Outcome, runSession } from './page-client.ts';
import { type Level, LEVELS, startTarget } from './forge-target.ts';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '20' },
    levels: { type: 'string', default: LEVELS.join(',') },
    only: { type: 'string', default: '' },
    'at-once': { type: 'string', default: '6' },
    films: { type: 'string' },
    'in-process': { type: 'boolean', default: false },
  },
});

/**
 * The maximum turn of the head in a photograph, in degrees. A photograph in which the head is
 * already turned further cannot be turned by as many more degrees as a challenge requires.
 */
const MAXIMUM_TURN = 20;

async function benchForger(forge: Forge, level: Level): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  // All sessions belong to one site, so they share its ledger of pictures.
  const ledger: Ledger = new Map();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let seed = (next += 1); seed <= Number(values.sessions); seed = next += 1) {
      const still = people[seed % people.length];
      if (!still) throw new Error('The photographs show nobody.');
      // Forgers are created one at a time, because they share the models.
      const forger = await inTurn(() => forge({ still, seed }));
      outcomes.push(
        await (target
          ? runSession(target, forger, level)
          : judgeSession(forger, level, { seed, ledger })),
      );
    }
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, work));
  return outcomes;
}

let before: Promise<unknown> = Promise.resolve();

function inTurn<T>(make: () => Promise<T>): Promise<T> {
  const made = before.then(make, make);
  before = made;
  return made;
}

function rowOf(name: string, level: Level, outcomes: readonly Outcome[]): string[] {
  const passed = outcomes.filter(({ isPassed }) => isPassed);
  return [
    name,
    level,
    `${passed.length} of ${outcomes.length}`,
    interval(passed.length, outcomes.length),
    median(outcomes.map(({ seconds }) => seconds)).toFixed(1),
    tally(passed.map(({ band = 'none' }) => band)),
    tally(outcomes.flatMap(({ refusals }) => refusals)),
  ];
}

function tally(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => name);
  return [...counts].map(([name, of]) => `${name} ${of.length}`).join(', ');
}

function forgersOf(galleries: Awaited<ReturnType<typeof realGalleries>>): [string, Forge][] {
  const all: Record<string, Forge> = { ...FORGERS };
  if (galleries.length > 0) all['film of another, cut'] = cutRealFilm(galleries);
  const wanted = values.only === '' ? Object.keys(all) : values.only.split(';');
  return wanted.map((name) => {
    const forge = all[name];
    if (!forge) throw new Error(`There is no forger "${name}": ${Object.keys(all).join(', ')}.`);
    return [name, forge];
  });
}

function levelsOf(text: string): Level[] {
  const levels = LEVELS.filter((level) => text.split(',').includes(level));
  if (levels.length === 0) throw new Error(`Levels are ${LEVELS.join(' and ')}.`);
  return levels;
}

await clipNets();
const people = (await loadPeople()).filter(
  ({ pose: { yaw, pitch } }) => Math.max(Math.abs(yaw), Math.abs(pitch)) <= MAXIMUM_TURN,
);
const galleries = values.films === undefined ? [] : await realGalleries(values.films);
if (values.films !== undefined) console.log(`${galleries.length} films show turns and nods.`);
const target = values['in-process'] ? undefined : await startTarget();
const rows: string[][] = [];
try {
  for (const [name, forge] of forgersOf(galleries))
    for (const level of levelsOf(values.levels)) {
      const row = rowOf(name, level, await benchForger(forge, level));
      console.log(row.join(' | '));
      rows.push(row);
    }
} finally {
  await target?.stop();
}
printTitle(`Forged sessions, ${people.length} faces`);
printMarkdown(
  ['Forger', 'Level', 'Passed', 'per cent (95 %)', 'Seconds', 'Bands', 'Refused for'],
  rows,
);
printStolenTime();
