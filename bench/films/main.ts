// `npm run bench -- films FOLDER`: runs films of real people through the page's engine and the face
// Worker's models, and prints, rule by rule, how many clips from the films the current rules
// accept: sessions of one or two movements, a head at rest and turned, consecutive pictures, and
// the light on a still face. Films are files or folders of pictures, in one folder per origin.
// sources.json lists where the measured films were found; none of them is part of the project.
// Needs ffmpeg. Options: `--rate=15` pictures per second, `--seconds=30` of each film,
// `--only=TEXT` for films with this text in their names, `--origins` for a table of each rule by
// origin, `--gestures` to measure open mouths and heads that come closer instead, `--facts` to
// print only the sizes of the films.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isOnePerson } from '../../src/domain/verification/rules/evidence/same-person.ts';
import { clipNets } from '../../test/support/clips/nets.ts';
import { seeded } from '../../test/support/clips/random.ts';
import { printFigure, printMarkdown, printStolenTime, printTitle } from '../report.ts';
import { cutNeighbours, cutSessions, cutStill, cutTurns } from './cuts.ts';
import { assertFfmpeg, type Film, findFilms, probe } from './decode.ts';
import { follow, type Stretch } from './follow.ts';
import {
  areAllHeld,
  type RuleResults,
  judgeNeighbours,
  judgeSession,
  judgeStill,
  judgeTurn,
  LIGHT_MS,
  measureSeen,
} from './judge.ts';
import { type GestureFigures, gesturesIn } from './gestures.ts';
import { printGestures } from './print-gestures.ts';
import { Tally } from './tally.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rate: { type: 'string', default: '15' },
    seconds: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
    origins: { type: 'boolean', default: false },
    gestures: { type: 'boolean', default: false },
    facts: { type: 'boolean', default: false },
  },
});

const MAX_NEIGHBOURS = 6;

type Kind = 'session' | 'turn' | 'neighbours' | 'still';

interface Judged {
  kind: Kind;
  origin: string;
  asked: RuleResults;
}

interface Person {
  pose: { yaw: number; pitch: number };
  descriptor: number[];
}

const judged: Judged[] = [];
const people: Person[] = [];
const peopleOf = new Map<string, Set<Person>>();
const seconds = new Map<string, number>();

async function measureFilm(film: Film): Promise<void> {
  const facts = await probe(film);
  const { engine } = await clipNets();
  const options = { rate: Number(values.rate), seconds: Number(values.seconds) };
  const stretches = await follow(engine, film, facts, options);
  const random = seeded(film.name.length);
  const note = (kind: Kind, asked: RuleResults) => {
    if (asked.length > 0) judged.push({ kind, origin: film.origin, asked });
  };
  const counts = { session: 0, turn: 0 };
  for (const stretch of stretches) {
    addSeconds(film.origin, stretch);
    await notePerson(film.origin, stretch);
    for (const session of cutSessions(stretch)) {
      counts.session += 1;
      note('session', await judgeSession(session, random));
    }
    for (const turn of cutTurns(stretch)) {
      counts.turn += 1;
      note('turn', await judgeTurn(turn));
    }
    for (const pair of cutNeighbours(stretch, MAX_NEIGHBOURS))
      note('neighbours', await judgeNeighbours(pair));
    note('still', await judgeStill(cutStill(stretch, LIGHT_MS), random));
  }
  const { width, height, framesPerSecond } = facts;
  console.log(
    `${film.name}: ${width} x ${height}, ${framesPerSecond.toFixed(0)} a second; sessions ${counts.session}, turns ${counts.turn}`,
  );
}

function addSeconds(origin: string, stretch: Stretch): void {
  const ms = (stretch.at(-1)?.ms ?? 0) - (stretch[0]?.ms ?? 0);
  seconds.set(origin, (seconds.get(origin) ?? 0) + ms / 1000);
}

/**
 * Records which person a stretch shows. The same person is recognised in different films by the
 * descriptors that the service uses.
 */
async function notePerson(origin: string, stretch: Stretch): Promise<void> {
  const frontal = stretch.toSorted(
    (a, b) =>
      Math.hypot(a.face.pose.yaw, a.face.pose.pitch) -
      Math.hypot(b.face.pose.yaw, b.face.pose.pitch),
  )[0];
  const face = frontal && (await measureSeen(frontal));
  if (!face) return;
  const asFace = ({ pose, descriptor }: Person) => ({
    ...pose,
    descriptor: Float32Array.from(descriptor),
  });
  const known = people.find((person) => isOnePerson([asFace(person), asFace(face)]));
  if (!known) people.push(face);
  const here = peopleOf.get(origin) ?? new Set();
  peopleOf.set(origin, here.add(known ?? face));
}

function printRules(kind: Kind, title: string): void {
  const ofKind = judged.filter((one) => one.kind === kind);
  printTitle(title);
  printMarkdown(['Rule', 'Accepted', 'per cent (95 %)', 'refused in'], rulesOf(ofKind));
}

function rulesOf(all: readonly Judged[]): string[][] {
  const byRule = new Tally();
  for (const { asked, origin } of all) {
    for (const [rule, held] of asked) byRule.count(rule, held, origin);
    byRule.count('all rules together', areAllHeld(asked), origin);
  }
  return byRule.rows();
}

function printOrigins(): void {
  printTitle('By origin');
  const origins = Map.groupBy(films, ({ origin }) => origin);
  const share = (origin: string, kind: Kind): string => {
    const all = judged.filter((one) => one.kind === kind && one.origin === origin);
    return `${all.filter(({ asked }) => areAllHeld(asked)).length} of ${all.length}`;
  };
  printMarkdown(
    ['Origin', 'Films', 'People', 'Seconds', 'Sessions', 'Turns', 'Neighbours'],
    [...origins].map(([origin, of]) => [
      origin,
      `${of.length}`,
      `${peopleOf.get(origin)?.size ?? 0}`,
      (seconds.get(origin) ?? 0).toFixed(0),
      share(origin, 'session'),
      share(origin, 'turn'),
      share(origin, 'neighbours'),
    ]),
  );
  if (values.origins)
    for (const origin of origins.keys()) {
      printTitle(origin);
      printMarkdown(
        ['Rule', 'Accepted', 'per cent (95 %)', 'refused in'],
        rulesOf(judged.filter((one) => one.origin === origin)),
      );
    }
}

interface Source {
  /**
   * The folder of the films, below the folder that is passed to the bench: `OWNER+NAME` of the
   * repository.
   */
  folder: string;
  repository: string;
  commit: string;
  /** The licence, as the repository states it. */
  licence: string;
  shows: string;
  /** The number of different people, counted by eye. */
  people: number;
  device: string;
  /**
   * Maps each file name (the path in the repository with `_` in place of `/`) to width, height,
   * pictures per second, seconds and bytes.
   */
  files: Record<string, readonly [number, number, number, number, number]>;
}

/**
 * Reports how many of the films in the folder are missing from sources.json, where their sources
 * have to be added, and how many of the films in sources.json are missing from the folder.
 */
async function printUnlisted(): Promise<void> {
  const file = new URL('sources.json', import.meta.url);
  const sources = JSON.parse(await readFile(file, 'utf8')) as Source[];
  const listed = new Set(
    sources.flatMap(({ folder: from, files }) =>
      Object.keys(files).map((name) => join(from, name)),
    ),
  );
  const here = new Set(films.map(({ name }) => name));
  const others = films.filter(({ name }) => !listed.has(name)).length;
  const missing = [...listed].filter((name) => !here.has(name)).length;
  printTitle('Sources (bench/films/sources.json)');
  printFigure('films that are listed and not here', `${missing}`);
  printFigure('films that are here and not listed', `${others}`);
}

async function printFacts(): Promise<void> {
  for (const film of films)
    console.log(JSON.stringify({ name: film.name, ...(await probe(film)) }));
}

async function measureAll(): Promise<void> {
  for (const film of films)
    await measureFilm(film).catch((error: unknown) =>
      console.log(`${film.name}: ${String(error)}`),
    );
  printTitle('Films');
  printFigure('films', `${films.length}`);
  printFigure('people, by descriptors', `${people.length}`);
  printFigure(
    'seconds with a face',
    [...seconds.values()].reduce((sum, one) => sum + one, 0).toFixed(0),
  );
  printRules('session', 'Sessions: rest, one or two movements, rest');
  printRules('turn', 'A head at rest, and turned furthest in a direction');
  printRules('neighbours', 'Two pictures, a tenth of a second apart');
  printRules('still', 'The light on a face that keeps still');
  printOrigins();
  await printUnlisted();
  printStolenTime();
}

async function measureGestures(): Promise<void> {
  const { engine } = await clipNets();
  const options = { rate: Number(values.rate), seconds: Number(values.seconds) };
  const all: GestureFigures[] = [];
  for (const film of films)
    for (const stretch of await follow(engine, film, await probe(film), options)) {
      const figures = await gesturesIn(stretch);
      if (figures) all.push(figures);
    }
  printGestures(all);
}

const [folder] = positionals;
if (folder === undefined) throw new Error('Which folder? npm run bench -- films FOLDER');
assertFfmpeg();
const films = (await findFilms(folder)).filter(({ name }) => name.includes(values.only));
if (films.length === 0) throw new Error(`There is no film in ${folder}.`);
if (values.facts) await printFacts();
else await (values.gestures ? measureGestures() : measureAll());
