// `npm run bench -- evidence FOLDER`: tests candidate measures that may distinguish pictures of a
// real head from pictures generated from a single picture. It uses films of real people, and takes
// that the forgers' warps generate from one picture of each film. The limit for each measure is set
// to accept 97 % of the values from half of the people; the table lists how many values from the
// other half it accepts, and how many values from forged takes it refuses. Films are prepared as
// for bench/films; needs ffmpeg. Options: `--rate=10` pictures per second, `--seconds=20` of each
// film, `--only=TEXT` for films with this text in their names, `--values` for every value as JSON.
import { parseArgs } from 'node:util';
import { interval } from '../../scripts/calibrate/interval.ts';
import { clipNets } from '../../test/support/clips/nets.ts';
import { seeded } from '../../test/support/clips/random.ts';
import { assertFfmpeg, type Film, findFilms, probe } from '../films/decode.ts';
import { follow } from '../films/follow.ts';
import { printFigure, printMarkdown, printStolenTime, printTitle, quantile } from '../report.ts';
import { type Candidate, CANDIDATES } from './candidates.ts';
import { FORGERS, forgeTakes } from './forged-takes.ts';
import { countPeople, numberOf } from './people.ts';
import { cutTakes, mostFrontal, type Take } from './takes.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rate: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    values: { type: 'boolean', default: false },
  },
});

interface Value {
  candidate: string;
  /** The kind of take: `real`, or the name of a forger. */
  kind: string;
  person: number;
  film: string;
  value: number;
}

const found: Value[] = [];
const cpuMs = new Map<string, number>();
let takes = 0;

async function measureFilm(film: Film): Promise<void> {
  const { engine } = await clipNets();
  const options = { rate: Number(values.rate), seconds: Number(values.seconds) };
  const stretches = await follow(engine, film, await probe(film), options);
  const real = await cutTakes(stretches);
  const known = real.flatMap(({ rests, turn }) => [...rests, ...(turn ? [turn.rest] : [])])[0];
  if (!known) return;
  const person = numberOf(known);
  for (const take of real) note(take, { kind: 'real', person, film: film.name });
  const longest = stretches.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const source = mostFrontal(longest);
  const forged = source ? await forgeTakes(source, seeded(film.name.length)) : [];
  for (const [kind, take] of forged) note(take, { kind, person, film: film.name });
  console.log(`${film.name}: ${real.length} takes`);
}

function note(take: Take, of: Omit<Value, 'candidate' | 'value'>): void {
  takes += 1;
  for (const { name, valueOf } of CANDIDATES) {
    const before = process.cpuUsage();
    const value = valueOf(take);
    const { user, system } = process.cpuUsage(before);
    cpuMs.set(name, (cpuMs.get(name) ?? 0) + (user + system) / 1000);
    if (value !== undefined) found.push({ ...of, candidate: name, value });
  }
}

const KEPT_SHARE = 0.97;

function rowOf({ name, forged }: Candidate): string[] {
  const of = found.filter(({ candidate }) => candidate === name);
  const real = of.filter(({ kind }) => kind === 'real');
  const [choosing, judging] = [0, 1].map((half) =>
    real.filter(({ person }) => person % 2 === half).map(({ value }) => value),
  );
  const limit = quantile(choosing ?? [], forged === 'high' ? KEPT_SHARE : 1 - KEPT_SHARE);
  const isKept = (value: number): boolean => (forged === 'high' ? value <= limit : value >= limit);
  const kept = (judging ?? []).filter(isKept).length;
  const caught = FORGERS.map((forger) => {
    const made = of.filter(({ kind }) => kind === forger).map(({ value }) => value);
    return `${made.filter((value) => !isKept(value)).length} of ${made.length}`;
  });
  const measured = Math.max(1, of.length);
  return [
    name,
    limit.toFixed(3),
    `${kept} of ${judging?.length ?? 0}`,
    interval(kept, judging?.length ?? 0),
    ...caught,
    ((cpuMs.get(name) ?? 0) / measured).toFixed(1),
  ];
}

function spreadOf({ name }: Candidate): string[][] {
  return ['real', ...FORGERS].map((kind) => {
    const all = found.filter((one) => one.candidate === name && one.kind === kind);
    const shares = [0.03, 0.5, 0.97].map((share) =>
      quantile(
        all.map(({ value }) => value),
        share,
      ).toFixed(3),
    );
    return [`${name}: ${kind}`, `${all.length}`, ...shares];
  });
}

function printTables(): void {
  printTitle('Films');
  printFigure('films', `${films.length}`);
  printFigure('people, by descriptors', `${countPeople()}`);
  printFigure('takes, forged ones too', `${takes}`);
  printTitle('Limits chosen on half of the people, judged on the others');
  printMarkdown(
    ['Candidate', 'Limit', 'Kept', 'per cent (95 %)', ...FORGERS, 'ms CPU'],
    CANDIDATES.map(rowOf),
  );
  printTitle('Values: 3 %, half and 97 % are below');
  printMarkdown(['Of', 'Takes', '3 %', 'half', '97 %'], CANDIDATES.flatMap(spreadOf));
  if (values.values) for (const one of found) console.log(JSON.stringify(one));
  printStolenTime();
}

const [folder] = positionals;
if (folder === undefined) throw new Error('Which folder? npm run bench -- evidence FOLDER');
assertFfmpeg();
const films = (await findFilms(folder)).filter(({ name }) => name.includes(values.only));
if (films.length === 0) throw new Error(`There is no film in ${folder}.`);
for (const film of films)
  await measureFilm(film).catch((error: unknown) => console.log(`${film.name}: ${String(error)}`));
printTables();
