// `npm run bench -- bent PHOTOGRAPHS FILMS`: trains the bent head on photographs of strangers, and
// tests it on other photographs and on films of other people. PHOTOGRAPHS is a folder of JPEGs of
// faces (FairFace, in docs/liveness-evidence.md). FILMS is a folder as for bench/films. Needs
// ffmpeg. Options: `--most=4000` photographs, `--labels=FILE` (may be repeated) with the groups of
// the people in the photographs, `--only=TEXT` for films with this text in their names,
// `--samples=FOLDER` to keep samples for a later run, `--out=FILE` for the head, such as
// data/bent-head.json, `--head=FILE` to test this head on the films instead of training one (no
// photograph is read then), `--ways` to compare ways to join the scores of turned pictures,
// `--angles` to print only how the score of the head in `--head` depends on how far a head turns,
// in FILMS or, with `--series=FOLDER`, in folders with photographs of one person each.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { interval } from '../../scripts/calibrate/interval.ts';
import { type BentHead, makeBentScore } from '../../src/workers/face/bent-head.ts';
import { median } from '../../src/vision/face/median.ts';
import { seeded } from '../../test/support/clips/random.ts';
import { faceWorker } from '../../test/support/puppet/face-worker-for-node.ts';
import { numberOf } from '../evidence/people.ts';
import { assertFfmpeg, type Film, findFilms } from '../films/decode.ts';
import { printFigure, printMarkdown, printStolenTime, printTitle, quantile } from '../report.ts';
import { type AngleSamples, anglesOfFilm, anglesOfPhotographs } from './angle-samples.ts';
import { train } from './classifier.ts';
import { filmSamples } from './film-samples.ts';
import { type Classify, type FilmValue, valuesOf } from './film-values.ts';
import { type GroupsOf, readGroups } from './groups.ts';
import { findPhotographs, samplesOf } from './photographs.ts';
import { printAngles } from './print-angles.ts';
import { printFilms } from './print-films.ts';
import { printWays } from './print-ways.ts';
import { remembered } from './remembered.ts';
import { findSeries, readSeries } from './series.ts';
import { WARPS, type Kind, type Sample } from './samples.ts';
import { KEPT_SHARE, shareOf } from './shares.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '4000' },
    labels: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: '' },
    samples: { type: 'string', default: '' },
    out: { type: 'string', default: '' },
    head: { type: 'string', default: '' },
    ways: { type: 'boolean', default: false },
    angles: { type: 'boolean', default: false },
    series: { type: 'string', default: '' },
  },
});
const [photographs, folder] = positionals;
if (photographs === undefined || folder === undefined)
  throw new Error('Which folders? npm run bench -- bent PHOTOGRAPHS FILMS');
assertFfmpeg();

/** One photograph in this many is kept out of training, for testing. */
const TESTED_EVERY = 8;

/** A picture of a stranger, and the groups that the stranger belongs to. */
interface Stranger extends Sample {
  groups: ReturnType<GroupsOf>;
}

async function samplePhotographs(from: string): Promise<{ trained: Sample[]; tested: Stranger[] }> {
  const groupsOf = readGroups(values.labels);
  const random = seeded(1);
  const paths = (await findPhotographs(from))
    .map((path) => ({ path, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, Number(values.most));
  const samples = { trained: [] as Sample[], tested: [] as Stranger[] };
  for (const [at, { path }] of paths.entries()) {
    const made = await remembered(values.samples, path, () => samplesOf(path, seeded(at)));
    const groups = groupsOf(path);
    if (at % TESTED_EVERY === 0) samples.tested.push(...made.map((one) => ({ ...one, groups })));
    else samples.trained.push(...made);
    if (at % 500 === 499) console.log(`${at + 1} of ${paths.length} photographs`);
  }
  return samples;
}

const isBent = ({ kind }: { kind: Kind }): boolean => kind !== 'turned' && kind !== 'rest';

function printPhotographs(classify: Classify, tested: readonly Stranger[]): void {
  const scored = tested.map(({ kind, groups, texture }) => {
    return { kind, groups, score: classify(texture) };
  });
  const turned = scored.filter(({ kind }) => kind === 'turned');
  const limit = quantile(
    turned.map(({ score }) => score),
    KEPT_SHARE,
  );
  printTitle('Photographs of strangers, one picture at a time');
  printFigure('turned heads', `${turned.length}`);
  for (const warp of WARPS) {
    const bent = scored.filter(({ kind }) => kind === warp);
    printFigure(`caught: ${warp}`, shareOf(bent.map(({ score }) => score > limit)));
  }
  const names = [...new Set(scored.flatMap(({ groups }) => groups))].toSorted();
  if (names.length > 0) printGroups(names, scored, limit);
}

interface Scored extends Pick<Stranger, 'kind' | 'groups'> {
  score: number;
}

function printGroups(names: readonly string[], scored: readonly Scored[], limit: number): void {
  const rows = names.map((name) => {
    const own = scored.filter(({ groups }) => groups.includes(name));
    const scoresOf = (wanted: Kind): number[] =>
      own.filter(({ kind }) => kind === wanted).map(({ score }) => score);
    const [turned, rest] = [scoresOf('turned'), scoresOf('rest')];
    const kept = turned.filter((score) => score <= limit).length;
    const beyond = (median(turned) - median(rest)).toFixed(1);
    const bent = own.filter(isBent).map(({ score }) => score > limit);
    return [
      name,
      `${kept} of ${turned.length}`,
      interval(kept, turned.length),
      beyond,
      shareOf(bent),
    ];
  });
  printTitle('By group');
  printMarkdown(['Group', 'Kept', 'per cent (95 %)', 'turned beyond rest', 'caught'], rows);
}

function format(head: BentHead, pictures: number): string {
  const about = {
    head: 'Scores how much the texture of a face looks bent. `npm run bench -- bent` writes it, and docs/liveness-evidence.md says how good it is.',
    trained_on: `${pictures} pictures made from photographs of FairFace (CC BY 4.0).`,
  };
  return `${JSON.stringify({ about, ...head }, null, 2)}\n`;
}

await faceWorker();
const score = makeBentScore(values.head === '' ? await learn(photographs) : readHead(values.head));
const classify: Classify = (texture) => score(texture).score;
if (values.angles) printAngles(await sampleAngles(folder), classify);
else {
  const found = await valuesOfFilms(folder);
  printFilms(found);
  if (values.ways) printWays(found);
}
printStolenTime();

async function valuesOfFilms(from: string): Promise<FilmValue[]> {
  const found: FilmValue[] = [];
  for (const film of await wantedFilms(from)) {
    const shown = await sampledOf(film.name, () => filmSamples(film, seeded(film.name.length)));
    if (shown) found.push(...valuesOf(shown.showings, numberOf(shown.shot), classify));
  }
  return found;
}

async function sampleAngles(from: string): Promise<AngleSamples[]> {
  const found: (AngleSamples | undefined)[] = [];
  if (values.series === '')
    for (const film of await wantedFilms(from))
      found.push(
        await sampledOf(`${film.name}, angles`, () => anglesOfFilm(film, seeded(film.name.length))),
      );
  else
    for (const series of findSeries(values.series))
      found.push(
        await sampledOf(series.name, async () =>
          anglesOfPhotographs(await readSeries(series), seeded(series.name.length)),
        ),
      );
  return found.filter((one) => one !== undefined);
}

async function wantedFilms(from: string): Promise<Film[]> {
  return (await findFilms(from)).filter(({ name }) => name.includes(values.only));
}

/** Samples a film or a series, and skips one that cannot be read. */
function sampledOf<Samples>(
  name: string,
  make: () => Promise<Samples | undefined>,
): Promise<Samples | undefined> {
  return remembered(values.samples, name, make).catch((error: unknown) => {
    console.log(`${name}: ${String(error)}`);
    return undefined;
  });
}

async function learn(from: string): Promise<BentHead> {
  const { trained, tested } = await samplePhotographs(from);
  const examples = trained.map(({ kind, texture }) => ({ texture, isBent: isBent({ kind }) }));
  const head = train(examples, seeded(2));
  if (values.out !== '') writeFileSync(values.out, format(head, examples.length));
  const scoreOf = makeBentScore(head);
  printTitle('Trained on');
  printFigure('pictures; of them bent', `${examples.length}; ${trained.filter(isBent).length}`);
  printPhotographs((texture) => scoreOf(texture).score, tested);
  return head;
}

function readHead(file: string): BentHead {
  return JSON.parse(readFileSync(file, 'utf8')) as BentHead;
}
