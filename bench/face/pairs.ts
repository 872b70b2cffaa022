// Measures the distances between descriptors of the same person and of different people, by how far
// the head is turned, and how well a limit that was set on half of the people performs on the other
// half.
import { facesApart } from '../../src/domain/terms/face-match.ts';
import { revealed, type FaceHost } from '../../test/support/installation/face-host.ts';
import { loadPeople } from '../../test/support/puppet/people.ts';
import { printTitle, quantile } from '../report.ts';
import { viewsOf, type View } from './people.ts';

interface Seen extends Pick<View, 'person' | 'seed' | 'isFirst'> {
  descriptor: number[];
  /** The larger of the measured yaw and pitch, in degrees. */
  turn: number;
}

interface Pair {
  people: readonly [number, number];
  distance: number;
}

const NONCE = 'pairs';
const BANDS = [
  [0, 10],
  [10, 18],
  [18, 25],
  [25, 40],
] as const;
/** How many times the people are split into halves. */
const SPLITS = 20;
/** The share of pairs of different people that a limit accepts in the half on which it is set. */
const PASSING = 0.01;

/** @param seeds how many times the views of every person are drawn */
export async function benchPairs(host: FaceHost, seeds: number): Promise<void> {
  const people = await loadPeople();
  const seen: Seen[] = [];
  for (const [person, still] of people.entries())
    for (let seed = 1; seed <= seeds; seed++)
      seen.push(...(await look(host, viewsOf(still, person, seed))));
  printTitle(`Distance of descriptors, ${people.length} people, ${seeds} seeds`);
  console.log('  turned | same person: median 95 % most | others: least 1 % 5 % median | held out');
  for (const band of BANDS) printBand(band, pairsOf(seen, band));
}

async function look(host: FaceHost, views: readonly View[]): Promise<Seen[]> {
  const pictures = await revealed(
    NONCE,
    views.map(({ jpeg }) => jpeg),
  );
  const { pictures: measured } = await host.measure({ step: 'liveness', nonce: NONCE, pictures });
  return views.flatMap(({ person, seed, isFirst }, i) => {
    const found = measured[i];
    if (!found?.ok) return [];
    const { descriptor, pose } = found.face;
    const turn = Math.max(Math.abs(pose.yaw), Math.abs(pose.pitch));
    return [{ person, seed, isFirst, descriptor, turn }];
  });
}

/**
 * Pairs each view whose turn lies in the given range of degrees with everybody's frontal picture.
 */
function pairsOf(seen: readonly Seen[], [from, to]: (typeof BANDS)[number]): Pair[] {
  const views = seen.filter(({ isFirst, turn }) => !isFirst && turn >= from && turn < to);
  return seen
    .filter(({ isFirst }) => isFirst)
    .flatMap((first) =>
      views
        .filter(({ seed }) => seed === first.seed)
        .map(({ person, descriptor }) => ({
          people: [first.person, person] as const,
          distance: facesApart(descriptor, first.descriptor),
        })),
    );
}

const isSame = ({ people: [one, other] }: Pair) => one === other;
const distances = (pairs: readonly Pair[]) => pairs.map(({ distance }) => distance);

function printBand([from, to]: (typeof BANDS)[number], pairs: Pair[]): void {
  const same = distances(pairs.filter(isSame));
  const others = distances(pairs.filter((pair) => !isSame(pair)));
  const at = (values: number[], ...shares: number[]) =>
    shares.map((share) => quantile(values, share).toFixed(2)).join(' ');
  const { refused, passed, limit } = judgeHeldOut(pairs);
  console.log(
    `  ${from}-${to}°`.padEnd(10),
    `| ${at(same, 0.5, 0.95, 1)} (${same.length})`,
    `| ${at(others, 0, 0.01, 0.05, 0.5)} (${others.length})`,
    `| limit ${limit.toFixed(2)}: ${percent(refused)} refused, ${percent(passed)} of others pass`,
  );
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Draws half of the people, a different half for each split. */
function drawHalf(people: readonly number[], split: number): Set<number> {
  const rank = (person: number) => ((person + 1) * (2 * split + 3) * 2_654_435_761) % 2 ** 32;
  const sorted = people.toSorted((a, b) => rank(a) - rank(b));
  return new Set(sorted.slice(0, sorted.length / 2));
}

/**
 * Sets a limit on one half of the people and judges the other half by it; averages over the splits.
 */
function judgeHeldOut(pairs: readonly Pair[]) {
  const people = [...new Set(pairs.flatMap(({ people: both }) => both))];
  const results = Array.from({ length: SPLITS }, (_, split) => {
    const half = drawHalf(people, split);
    const drawn = pairs.filter(({ people: both }) => both.every((person) => half.has(person)));
    const judged = pairs.filter(({ people: both }) => !both.some((person) => half.has(person)));
    const limit = quantile(distances(drawn.filter((pair) => !isSame(pair))), PASSING);
    const same = distances(judged.filter(isSame));
    const others = distances(judged.filter((pair) => !isSame(pair)));
    const share = (values: number[], fits: (value: number) => boolean) =>
      values.filter(fits).length / values.length;
    return {
      limit,
      refused: share(same, (value) => value > limit),
      passed: share(others, (value) => value <= limit),
    };
  });
  const mean = (pick: (result: (typeof results)[number]) => number) => {
    // With few people, a half may contain no pairs of one kind, so that their share is NaN.
    const known = results.map(pick).filter((value) => !Number.isNaN(value));
    return known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  return {
    limit: mean(({ limit }) => limit),
    refused: mean(({ refused }) => refused),
    passed: mean(({ passed }) => passed),
  };
}
