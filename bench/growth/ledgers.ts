// Measures the ledger of a customer with so many request-log lines that they fill several volumes.
// It uses real objects and a real directory in workerd, which the service's own use cases fill and
// read (test/support/counted/growth-worker.ts).
import { openGrowing } from './growing.ts';

/**
 * The time span of the lines, shorter than the 7 days that lines are kept, so that no alarm deletes
 * any.
 */
const SPAN_MS = 6 * 86_400_000;
/** The number of lines that one command writes. */
const PORTION = 50_000;
/**
 * The size at which a volume counts as full, chosen so small that the lines fill several volumes.
 */
const FULL_BYTES = 100e6;
/**
 * How many times each page is read. Many reads are needed, because the CPU time of a process is
 * only known to the nearest 10 ms.
 */
const TIMES = 200;
/** How many times a single line is written. */
const SINGLE = 500;

interface LedgerPage {
  name: string;
  lines: number;
  /** CPU time of workerd for one page, including the use case, the local D1 and the objects. */
  cpuMs: number;
}

export interface LedgerFigures {
  lines: number;
  volumes: number;
  bytes: number;
  fillMs: number;
  /** CPU time of workerd for a line that is written with 1,999 others. */
  cpuMsPerLine: number;
  /** CPU time of workerd for a write of one line. */
  cpuMsPerWrite: number;
  pages: LedgerPage[];
}

export async function measureLedgers(lines: number): Promise<LedgerFigures> {
  const { ask, cpuOf, stop } = await openGrowing();
  try {
    const endMs = Date.now();
    const [beginMs, stepMs] = [endMs - SPAN_MS, SPAN_MS / lines];
    const place = { begin_ms: beginMs, step_ms: stepMs, full_bytes: FULL_BYTES };
    const startedMs = performance.now();
    const [, fillCpuMs] = await cpuOf(async () => {
      for (let first = 0; first < lines; first += PORTION)
        await ask('fill', { ...place, first, lines: Math.min(PORTION, lines - first) });
    });
    const fillMs = performance.now() - startedMs;
    const sizes = (await ask('sizes', {})) as number[];
    const pages: LedgerPage[] = [];
    for (const [name, asked] of wantedPages(beginMs, endMs)) {
      await ask('page', { ...asked, times: 20 });
      const [count, cpuMs] = await cpuOf(() => ask('page', { ...asked, times: TIMES }));
      pages.push({ name, lines: Number(count), cpuMs: cpuMs / TIMES });
    }
    const [, singleMs] = await cpuOf(() =>
      ask('fill', { ...place, first: lines, lines: SINGLE, at_once: 1 }),
    );
    return {
      lines,
      volumes: sizes.length,
      bytes: sizes.reduce((sum, one) => sum + one, 0),
      fillMs,
      cpuMsPerLine: fillCpuMs / lines,
      cpuMsPerWrite: singleMs / SINGLE,
      pages,
    };
  } finally {
    await stop();
  }
}

/**
 * Chooses the pages to read. A page in the middle needs all newer volumes, and a page near the end
 * needs all volumes.
 */
function wantedPages(
  beginMs: number,
  endMs: number,
): (readonly [name: string, asked: Record<string, number>])[] {
  const at = (share: number) => ({ before_ms: Math.floor(beginMs + share * (endMs - beginMs)) });
  return [
    ['first page', {}],
    ['page in the middle', at(0.5)],
    ['page near the end', at(0.01)],
    ['first page of errors', { errors: 1 }],
    ['page of errors near the end', { errors: 1, ...at(0.01) }],
  ];
}
