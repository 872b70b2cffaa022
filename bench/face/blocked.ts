// Measures a list of blocked faces (D-100): the time to compare one face with 10,000 of them, and
// how many strangers the list would lock out by mistake. The number of strangers is extrapolated
// from few pairs in two ways whose results differ widely; neither is reliable evidence for a long
// list.
import type { FaceMeasurer } from '../../src/vision/face/face-wire.ts';
import { SHIPPED_FACE_LIMITS } from '../../src/config/face-limits.ts';
import { OpenList } from '../../src/domain/faces/blocked-faces/open-list.ts';
import { packDescriptor } from '../../src/domain/terms/packed-descriptor.ts';
import { makeRandom } from '../../test/support/clips/trajectories.ts';
import { interval } from '../../scripts/calibrate/interval.ts';
import { printFigure, printTitle, quantile } from '../report.ts';
import { readDays, readPeople } from './photos.ts';

const ENTRIES = 10_000;
const VALUES = 1_024;
const PASSES = 50;
const SIZES = [100, 1_000, 10_000];
const { blocked: atMost } = SHIPPED_FACE_LIMITS;
const LIMITS = [0.65, 0.7, atMost, 0.75, 0.8, 0.83];
const MODEL = 'bench';

export async function benchBlocked(host: FaceMeasurer): Promise<void> {
  benchPass();
  const days = await readDays(host);
  const people = await readPeople(host);
  const strangers = [...days.strangers, ...people.strangers];
  printTitle(`Wrong matches, from ${strangers.length} pairs of strangers`);
  console.log(
    '| Limit | his other days missed | strangers matched | expected at 100, 1,000, 10,000 |',
  );
  for (const limit of LIMITS) {
    const missed = days.own.filter((one) => one > limit).length;
    const matched = strangers.filter((one) => one <= limit).length;
    const tails = [days.strangers, people.strangers].map((values) => tailBelow(values, limit));
    const expected = SIZES.map((size) => inPercent(1 - (1 - Math.max(...tails)) ** size));
    const cells = [interval(missed, days.own.length), interval(matched, strangers.length)];
    console.log(`| ${limit.toFixed(2)} | ${cells.join(' | ')} | ${expected.join(', ')} |`);
  }
  const most = 1 - 0.05 ** (1 / strangers.length);
  const bounds = SIZES.map((size) => inPercent(1 - (1 - most) ** size));
  console.log(`  none of them matched allows, with 95 % confidence, up to ${bounds.join(', ')}`);
  console.log(
    '  expected: by a normal curve through the worse of both groups, far beyond its pairs',
  );
}

/** Times one pass over the list. The face matches no entry, so every entry is compared. */
function benchPass(): void {
  const random = makeRandom(7);
  const face = () => packDescriptor(Array.from({ length: VALUES }, () => random() - 0.5));
  const list = new OpenList();
  for (let id = 1; id <= ENTRIES; id += 1)
    list.add([{ id, model: MODEL, packed: face(), expiresAtMs: Infinity }]);
  const times = Array.from({ length: PASSES }, () => {
    const shown = { model: MODEL, packed: face(), atMost };
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
    if (list.has(shown, 0)) throw new Error('A random face is blocked.');
    const { user, system } = process.cpuUsage(cpu);
    return { wall: performance.now() - startedAt, cpu: (user + system) / 1_000 };
  });
  const both = (share: number): string =>
    (['cpu', 'wall'] as const)
      .map((kind) =>
        quantile(
          times.map((one) => one[kind]),
          share,
        ).toFixed(1),
      )
      .join(', ')
      .concat(' ms');
  printTitle(`A face and ${ENTRIES} blocked ones in one pass, ${PASSES} times`);
  printFigure('median: CPU, wall', both(0.5), '20 ms');
  printFigure('95 %: CPU, wall', both(0.95));
}

/**
 * The share of values that would lie at or below the limit if they were normally distributed with
 * the same mean and standard deviation.
 */
function tailBelow(values: readonly number[], limit: number): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length;
  return lowerTail((limit - mean) / Math.sqrt(variance));
}

/**
 * The cumulative distribution function of the standard normal distribution, for negative z
 * (Abramowitz and Stegun 26.2.17).
 */
function lowerTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const factors = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = factors.reduce((all, factor, index) => all + factor * t ** (index + 1), 0);
  return (sum * Math.exp(-(z ** 2) / 2)) / Math.sqrt(2 * Math.PI);
}

const inPercent = (share: number): string => `${(100 * share).toPrecision(2)} %`;
