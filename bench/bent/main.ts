// `npm run bench -- bent PHOTOGRAPHS FILMS`: trains the bent head on photographs of strangers, and
// tests it on other photographs and on films of other people. PHOTOGRAPHS is a folder of JPEGs of
// faces (FairFace, in docs/liveness-evidence.md), FILMS one as for bench/films. Needs ffmpeg.
// Options: `--most=4000` photographs, `--labels=FILE` (may be repeated) with the groups of the
// people in the photographs, `--only=TEXT` for films with this text in their names,
// `--samples=FOLDER` to keep samples for a later run, `--out=FILE` for the head, such as
// data/bent-head.json.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { interval } from '../../scripts/calibrate/interval.ts';
import { bentValue, MAX_BENT } from '../../src/domain/verification/rules/evidence/bent-pictures.ts';
import { type BentHead, makeBentScore } from '../../src/workers/face/bent-head.ts';
import { median } from '../../src/vision/face/median.ts';
import { seeded } from '../../test/support/clips/random.ts';
import { faceWorker } from '../../test/support/puppet/face-worker-for-node.ts';
import { numberOf } from '../evidence/people.ts';
import { assertFfmpeg, findFilms } from '../films/decode.ts';
import { printFigure, printMarkdown, printStolenTime, printTitle, quantile } from '../report.ts';
import { train } from './classifier.ts';
import { filmSamples, type Showing } from './film-samples.ts';
import { type GroupsOf, readGroups } from './groups.ts';
import { findPhotographs, samplesOf } from './photographs.ts';
import { remembered } from './remembered.ts';
import { WARPS, type Kind, type Sample } from './samples.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '4000' },
    labels: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: '' },
    samples: { type: 'string', default: '' },
    out: { type: 'string', default: '' },
  },
});
const [photographs, folder] = positionals;
if (photographs === undefined || folder === undefined)
  throw new Error('Which folders? npm run bench -- bent PHOTOGRAPHS FILMS');
assertFfmpeg();

/** The share of real people's values that a limit accepts. */
const KEPT_SHARE = 0.97;
/** One photograph in this many is kept out of training, for testing. */
const TESTED_EVERY = 8;

type Classify = (texture: Float32Array) => number;

/** A picture of a stranger, and the groups that the stranger belongs to. */
interface Stranger extends Sample {
  groups: ReturnType<GroupsOf>;
}

function valueOf(classify: Classify, { rests, turned }: Showing): number | undefined {
  const scores = (samples: readonly Sample[]) => samples.map(({ texture }) => classify(texture));
  return bentValue(scores(rests), scores(turned));
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

const shareOf = (held: readonly boolean[]): string =>
  `${held.filter(Boolean).length} of ${held.length}`;

interface Value extends Pick<Showing, 'by' | 'sways'> {
  person: number;
  value: number;
}

/**
 * The forgers: each warp, once with unchanged pictures at rest and once with pictures at rest that
 * it bends as well.
 */
const FORGERS = [false, true].flatMap((sways) => WARPS.map((by) => ({ by, sways })));
const nameOf = ({ by, sways }: (typeof FORGERS)[number]): string => (sways ? `${by}, swaying` : by);

function format(head: BentHead, pictures: number): string {
  const about = {
    head: 'Scores how much the texture of a face looks bent. `npm run bench -- bent` writes it, and docs/liveness-evidence.md says how good it is.',
    trained_on: `${pictures} pictures made from photographs of FairFace (CC BY 4.0).`,
  };
  return `${JSON.stringify({ about, ...head }, null, 2)}\n`;
}

const valuesBy = <One extends Value>(
  values: readonly One[],
  { by, sways }: Pick<Value, 'by' | 'sways'>,
): One[] => values.filter((one) => one.by === by && one.sways === sways);

/**
 * Prints the results on films. The limit for each half of the people is computed from the other
 * half.
 */
function printFilms(found: readonly Value[]): void {
  const halves = [0, 1].map((half) => found.filter(({ person }) => person % 2 === half));
  const judged = halves.flatMap((half, at) => {
    const others = (halves[1 - at] ?? []).filter(({ by }) => by === 'real');
    const limit = quantile(
      others.map(({ value }) => value),
      KEPT_SHARE,
    );
    return half.map((one) => ({ ...one, isKept: one.value <= limit }));
  });
  const real = judged.filter(({ by }) => by === 'real');
  const kept = real.filter((one) => one.isKept).length;
  const own = found.filter(({ by }) => by === 'real').map(({ value }) => value);
  printTitle('Films of real people');
  const largest = own.toSorted((a, b) => b - a).slice(0, 4);
  printFigure('their largest values', largest.map((value) => value.toFixed(1)).join(', '));
  for (const forger of FORGERS) {
    const values = valuesBy(found, forger).map(({ value }) => value);
    const deciles = [0.1, 0.5, 0.9].map((share) => quantile(values, share).toFixed(1)).join(', ');
    const beyond = shareOf(values.map((value) => value > MAX_BENT));
    printFigure(
      `${nameOf(forger)}: deciles 1, 5 and 9; beyond ${MAX_BENT}`,
      `${deciles}; ${beyond}`,
    );
  }
  printMarkdown(
    ['Films', 'Kept', 'per cent (95 %)', ...FORGERS.map((forger) => `caught: ${nameOf(forger)}`)],
    [
      [
        `${real.length}`,
        `${kept} of ${real.length}`,
        interval(kept, real.length),
        ...FORGERS.map((forger) => shareOf(valuesBy(judged, forger).map((one) => !one.isKept))),
      ],
    ],
  );
}

await faceWorker();
const { trained, tested } = await samplePhotographs(photographs);
const examples = trained.map(({ kind, texture }) => ({ texture, isBent: isBent({ kind }) }));
const head = train(examples, seeded(2));
if (values.out !== '') writeFileSync(values.out, format(head, examples.length));
const score = makeBentScore(head);
const classify: Classify = (texture) => score(texture).score;
printTitle('Trained on');
printFigure('pictures; of them bent', `${examples.length}; ${trained.filter(isBent).length}`);
printPhotographs(classify, tested);
const found: Value[] = [];
for (const film of (await findFilms(folder)).filter(({ name }) => name.includes(values.only))) {
  const shown = await remembered(values.samples, film.name, () =>
    filmSamples(film, seeded(film.name.length)),
  ).catch((error: unknown) => {
    console.log(`${film.name}: ${String(error)}`);
    return undefined;
  });
  if (shown === undefined) continue;
  const person = numberOf(shown.shot);
  for (const showing of shown.showings) {
    const value = valueOf(classify, showing);
    const { by, sways } = showing;
    if (value !== undefined) found.push({ person, by, sways, value });
  }
}
printFilms(found);
printStolenTime();
