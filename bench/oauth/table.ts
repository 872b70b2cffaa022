// Prints the figures as a Markdown table, with a description of the machine.
import { cpus, loadavg } from 'node:os';
import type { Figures } from './load.ts';
import type { Measure } from './target.ts';

export interface Row {
  measure: Measure;
  name: string;
  figures: Figures | undefined;
  /** RSA signatures per response. */
  signatures: number;
  /** Signatures only, measured in the same minute. */
  bound: { perSecond: number; cpuMs: number } | undefined;
  /** Why there are no figures. */
  why: string | undefined;
}

export function printMachine(): void {
  const [load = 0] = loadavg();
  const model = cpus()[0]?.model ?? 'unknown';
  console.log(
    `\n${cpus().length} cores of ${model}, Node ${process.versions.node}; load before: ${load.toFixed(1)}\n`,
  );
}

/** CPU time per response compares best: throughput shares the machine with the load generator. */
export function printTable(rows: readonly Row[]): void {
  console.log(
    '| endpoint | provider | requests/s | p50 | p99 | CPU each | CPU against Agate | of the signature bound |',
  );
  console.log('| --- | --- | --: | --: | --: | --: | --: | --: |');
  for (const row of rows) console.log(`| ${cellsOf(row, rows).join(' | ')} |`);
  for (const { measure, bound } of rows.filter(({ name }) => name === 'Agate')) {
    if (bound)
      console.log(
        `\nRSA-2048 in workerd beside ${measure}: ${bound.perSecond.toFixed(0)} signatures/s, ${bound.cpuMs.toFixed(2)} ms CPU each.`,
      );
  }
}

function cellsOf(
  { measure, name, figures, signatures, bound, why }: Row,
  rows: readonly Row[],
): string[] {
  if (!figures) return [measure, name, `n/a: ${why ?? ''}`, '', '', '', '', ''];
  const own = rows.find((row) => row.measure === measure && row.name === 'Agate')?.figures;
  const share = bound && signatures > 0 ? (signatures * bound.cpuMs) / figures.cpuMs : undefined;
  return [
    measure,
    name,
    figures.perSecond.toFixed(0),
    `${figures.p50Ms.toFixed(1)} ms`,
    `${figures.p99Ms.toFixed(1)} ms`,
    `${figures.cpuMs.toFixed(2)} ms`,
    own ? (figures.cpuMs / own.cpuMs).toFixed(2) : '',
    share === undefined ? '' : `${(share * 100).toFixed(0)} %`,
  ];
}
