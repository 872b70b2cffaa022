// Prints the figures in the format of docs/performance.md, with a description of the machine.
import { cpus, loadavg } from 'node:os';
import { printMarkdown, quantile } from '../report.ts';
import type { Figures } from './load.ts';
import {
  MEASURES,
  OWN_MEASURES,
  PARTS,
  type Measure,
  type OwnMeasure,
  type Part,
  type Target,
} from './target.ts';

/** The result of one measurement in one round. */
export interface Round {
  measure: Measure | OwnMeasure | Part;
  /** The name of a target, `floor`, or `signature`. */
  name: string;
  figures: Pick<Figures, 'perSecond' | 'cpuMs'>;
}

/**
 * The goals for CPU time, relative to the floor: a Worker that only makes the binding calls and
 * signatures.
 */
const WANTED: Partial<Record<Measure | OwnMeasure, number>> = {
  discovery: 1.5,
  introspection: 1.8,
  userinfo: 1.15,
  exchange: 1.25,
  refresh: 1.3,
  authorize: 1.1,
  init: 1.1,
  result: 1.3,
};

export function printMachine(): void {
  const [load = 0] = loadavg();
  const model = cpus()[0]?.model ?? 'unknown';
  console.log(
    `\n${cpus().length} cores of ${model}, Node ${process.versions.node}; load before: ${load.toFixed(1)}\n`,
  );
}

const of = (rounds: readonly Round[], what: string, name: string) =>
  rounds.filter((one) => one.measure === what && one.name === name).map(({ figures }) => figures);

/** The endpoints that were measured, in table order. */
const measured = <What extends Round['measure']>(
  rounds: readonly Round[],
  all: readonly What[],
): What[] => all.filter((what) => rounds.some((one) => one.measure === what));

const median = (figures: readonly Round['figures'][], part: 'cpuMs' | 'perSecond'): number =>
  quantile(
    figures.map((one) => one[part]),
    0.5,
  );

/**
 * Prints the CPU time per response, which is the fairest comparison of targets. The throughput in
 * parentheses after it also depends on the load generator, which runs on the same machine.
 */
export function printPeers(rounds: readonly Round[], targets: readonly Target[]): void {
  printMarkdown(
    ['Endpoint', ...targets.map(({ name }) => name)],
    measured(rounds, MEASURES).map((what) => [
      what,
      ...targets.map(({ name }) => {
        const figures = of(rounds, what, name);
        if (figures.length === 0) return 'none';
        const perSecond = Math.round(median(figures, 'perSecond')).toLocaleString('en');
        return `${median(figures, 'cpuMs').toFixed(2)} ms (${perSecond})`;
      }),
    ]),
  );
}

/**
 * Prints the cost of a signature, and the share of a token response's cost that its two signatures
 * account for. No token response can cost less than its signatures.
 */
export function printSignatures(rounds: readonly Round[]): void {
  for (const what of measured(rounds, ['exchange', 'refresh'])) {
    const [bound, own] = [of(rounds, what, 'signature'), of(rounds, what, 'Agate')];
    const cpuMs = median(bound, 'cpuMs');
    console.log(
      `\nAn RSA-2048 signature in workerd beside ${what}: ${cpuMs.toFixed(2)} ms of CPU, ${median(bound, 'perSecond').toFixed(0)} a second; two are ${((200 * cpuMs) / median(own, 'cpuMs')).toFixed(0)} % of ours.`,
    );
  }
}

/**
 * Prints medians, with the smallest and the largest value of all rounds. The ratio is the median of
 * the rounds' ratios, because each round measures Agate shortly before its floor, under the same
 * load.
 */
export function printFloors(rounds: readonly Round[]): void {
  const rows = measured(rounds, [...MEASURES, ...OWN_MEASURES]).map((what) => {
    const [own, floor] = [of(rounds, what, 'Agate'), of(rounds, what, 'floor')];
    const ratios = own.map(({ cpuMs }, round) => cpuMs / (floor[round]?.cpuMs ?? Number.NaN));
    const wanted = WANTED[what];
    return [
      what,
      spread(cpuOf(own)),
      spread(cpuOf(floor)),
      spread(ratios),
      wanted === undefined ? '' : String(wanted),
    ];
  });
  console.log('');
  printMarkdown(['CPU in ms', 'Agate', 'Floor', 'Ratio', 'Wanted'], rows);
}

/**
 * Prints the CPU time of each of `PARTS`, and how much more that is than an empty response takes.
 */
export function printParts(rounds: readonly Round[]): void {
  const empty = median(of(rounds, 'empty answer', 'floor'), 'cpuMs');
  const rows = PARTS.map((part) => {
    const all = of(rounds, part, 'floor');
    const more = part === 'empty answer' ? '' : (median(all, 'cpuMs') - empty).toFixed(2);
    return [part, spread(cpuOf(all)), more];
  });
  console.log('');
  printMarkdown(['CPU in ms', 'Alone', 'Beyond an empty answer'], rows);
}

const cpuOf = (figures: readonly Round['figures'][]): number[] => figures.map(({ cpuMs }) => cpuMs);

function spread(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${quantile(values, 0.5).toFixed(2)} (${least.toFixed(2)}-${most.toFixed(2)})`;
}
