// Prints the figures in the format of docs/performance.md, with a description of the machine.
import { cpus, loadavg } from 'node:os';
import { printMarkdown, quantile } from '../report.ts';
import type { Figures } from './load.ts';
import { MEASURES, OWN_MEASURES, type Measure, type OwnMeasure, type Target } from './target.ts';

/** One figure of one round. */
export interface Round {
  measure: Measure | OwnMeasure;
  /** The name of a target, `floor`, or `signature`. */
  name: string;
  figures: Pick<Figures, 'perSecond' | 'cpuMs'>;
}

/** The wanted ratios of CPU time to the floor, which has only binding calls and signatures. */
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

const median = (figures: readonly Round['figures'][], part: 'cpuMs' | 'perSecond'): number =>
  quantile(
    figures.map((one) => one[part]),
    0.5,
  );

/** CPU time per response compares best: throughput shares the machine with the load generator. */
export function printPeers(rounds: readonly Round[], targets: readonly Target[]): void {
  printMarkdown(
    ['Endpoint', ...targets.map(({ name }) => name)],
    MEASURES.map((what) => [
      what,
      ...targets.map(({ name }) => {
        const figures = of(rounds, what, name);
        if (figures.length === 0) return 'none';
        const perSecond = Math.round(median(figures, 'perSecond')).toLocaleString('en');
        return `${median(figures, 'cpuMs').toFixed(1)} ms (${perSecond})`;
      }),
    ]),
  );
}

/** Prints the cost of two signatures, which is the minimum of a token response. */
export function printSignatures(rounds: readonly Round[]): void {
  for (const what of ['exchange', 'refresh']) {
    const [bound, own] = [of(rounds, what, 'signature'), of(rounds, what, 'Agate')];
    const cpuMs = median(bound, 'cpuMs');
    console.log(
      `\nAn RSA-2048 signature in workerd beside ${what}: ${cpuMs.toFixed(2)} ms of CPU, ${median(bound, 'perSecond').toFixed(0)} a second; two are ${((200 * cpuMs) / median(own, 'cpuMs')).toFixed(0)} % of ours.`,
    );
  }
}

/** Prints medians, with the smallest and the largest value of all rounds. */
export function printFloors(rounds: readonly Round[]): void {
  const rows = [...MEASURES, ...OWN_MEASURES].map((what) => {
    const [own, floor] = [of(rounds, what, 'Agate'), of(rounds, what, 'floor')];
    const ratio = median(own, 'cpuMs') / median(floor, 'cpuMs');
    const wanted = WANTED[what];
    return [
      what,
      spread(own),
      spread(floor),
      ratio.toFixed(2),
      wanted === undefined ? '' : String(wanted),
    ];
  });
  console.log('');
  printMarkdown(['CPU in ms', 'Agate', 'Floor', 'Ratio', 'Wanted'], rows);
}

function spread(figures: readonly Round['figures'][]): string {
  const all = figures.map(({ cpuMs }) => cpuMs);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return `${median(figures, 'cpuMs').toFixed(2)} (${least.toFixed(2)}-${most.toFixed(2)})`;
}
