// `npm run bench -- bent PHOTOGRAPHS FILMS`: trains a small classifier on photographs of strangers
// that tells turned heads from bent pictures, and tests it on films of other people. It sees what
// the face Worker's network computes in its first layers. PHOTOGRAPHS is a folder of JPEGs of faces
// (FairFace, in docs/liveness-evidence.md), FILMS one as for bench/films. Needs ffmpeg. Options:
// `--most=4000` photographs, `--only=TEXT` for films with this text in their names.
import { parseArgs } from 'node:util';
import { interval } from '../../scripts/calibrate/interval.ts';
import { median } from '../../src/vision/face/median.ts';
import { seeded } from '../../test/support/clips/random.ts';
import { faceWorker } from '../../test/support/puppet/face-worker-for-node.ts';
import { assertFfmpeg, findFilms } from '../films/decode.ts';
import { printFigure, printMarkdown, printStolenTime, printTitle, quantile } from '../report.ts';
import { type Classifier, train } from './classifier.ts';
import { filmSamples, type Showing } from './film-samples.ts';
import { findPhotographs, samplesOf } from './photographs.ts';
import { WARPS, type Kind, type Sample } from './samples.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '4000' },
    only: { type: 'string', default: '' },
  },
});
const [photographs, folder] = positionals;
if (photographs === undefined || folder === undefined)
  throw new Error('Which folders? npm run bench -- bent PHOTOGRAPHS FILMS');
assertFfmpeg();

/** The share of values of real people that a limit accepts. */
const KEPT_SHARE = 0.97;
/** One in this many photographs is kept from training, to test on. */
const TESTED_EVERY = 8;
/** A showing with fewer turned pictures is not judged. */
const LEAST_TURNED = 2;

/** How bent a showing looks: the median of its turned pictures, beyond its pictures at rest. */
function valueOf(classify: Classifier, { rests, turned }: Showing): number | undefined {
  if (rests.length === 0 || turned.length < LEAST_TURNED) return undefined;
  const scores = (samples: readonly Sample[]) => samples.map(({ texture }) => classify(texture));
  const atRest = scores(rests).reduce((sum, score) => sum + score, 0) / rests.length;
  return median(scores(turned)) - atRest;
}

async function samplePhotographs(from: string): Promise<{ trained: Sample[]; tested: Sample[] }> {
  const random = seeded(1);
  const paths = (await findPhotographs(from))
    .map((path) => ({ path, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, Number(values.most));
  const samples = { trained: [] as Sample[], tested: [] as Sample[] };
  for (const [at, { path }] of paths.entries()) {
    const made = await samplesOf(path, seeded(at));
    samples[at % TESTED_EVERY === 0 ? 'tested' : 'trained'].push(...made);
    if (at % 500 === 499) console.log(`${at + 1} of ${paths.length} photographs`);
  }
  return samples;
}

const isBent = ({ kind }: { kind: Kind }): boolean => kind !== 'turned' && kind !== 'rest';

function printPhotographs(classify: Classifier, tested: readonly Sample[]): void {
  const of = (kind: Kind) =>
    tested.filter((one) => one.kind === kind).map(({ texture }) => classify(texture));
  const limit = quantile(of('turned'), KEPT_SHARE);
  printTitle('Photographs of strangers, one picture at a time');
  printFigure('turned heads', `${of('turned').length}`);
  for (const warp of WARPS)
    printFigure(`caught: ${warp}`, shareOf(of(warp).map((value) => value > limit)));
}

const shareOf = (held: readonly boolean[]): string =>
  `${held.filter(Boolean).length} of ${held.length}`;

interface Value {
  person: number;
  by: Showing['by'];
  value: number;
}

/** Each half of the people sets the limit for the other half. */
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
  printTitle('Films of real people');
  printMarkdown(
    ['Films', 'Kept', 'per cent (95 %)', ...WARPS.map((warp) => `caught: ${warp}`)],
    [
      [
        `${real.length}`,
        `${kept} of ${real.length}`,
        interval(kept, real.length),
        ...WARPS.map((warp) =>
          shareOf(judged.filter(({ by }) => by === warp).map((one) => !one.isKept)),
        ),
      ],
    ],
  );
}

await faceWorker();
const { trained, tested } = await samplePhotographs(photographs);
const examples = trained.map(({ kind, texture }) => ({ texture, isBent: isBent({ kind }) }));
const classify = train(examples, seeded(2));
printTitle('Trained on');
printFigure('pictures; of them bent', `${examples.length}; ${trained.filter(isBent).length}`);
printPhotographs(classify, tested);
const found: Value[] = [];
for (const film of (await findFilms(folder)).filter(({ name }) => name.includes(values.only))) {
  const shown = await filmSamples(film, seeded(film.name.length)).catch((error: unknown) => {
    console.log(`${film.name}: ${String(error)}`);
    return undefined;
  });
  for (const showing of shown?.showings ?? []) {
    const value = valueOf(classify, showing);
    if (shown && value !== undefined) found.push({ person: shown.person, by: showing.by, value });
  }
}
printFilms(found);
printStolenTime();
