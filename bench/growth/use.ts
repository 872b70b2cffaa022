// Measures which resources a check uses, in the same way as bench/cost: with the metered service in
// workerd and real bindings.
import { DAILY } from '../../src/domain/operations/health/schedule.ts';
import { checkAtEdge } from '../cost/check-journeys.ts';
import { startService, type Metered } from '../cost/metered-service.ts';
import { quantile } from '../report.ts';
import type { CheckUse } from './model.ts';

const RUNS = 3;

/** The lines that a check writes to the request log: one for init and one for the result. */
const LINES = 2;
/** The name under which bench/cost counts the rows written to the customer's picture ledger. */
const PICTURES = 'PICTURE_LEDGER INSERT OR REPLACE';

/**
 * @returns medians over checks at the edge with one webhook, after one check that is not counted
 */
export async function measureUse(): Promise<CheckUse> {
  const service = await startService();
  try {
    await service.meter.runSchedule(DAILY);
    const all: Metered[] = [];
    for (let run = 0; run <= RUNS; run += 1) {
      const check = () => checkAtEdge(service, { key: service.keys.hooked });
      all.push((await service.meter.measure(check)).used);
    }
    const median = (valueOf: (used: Metered) => number): number =>
      quantile(all.slice(1).map(valueOf), 0.5);
    return {
      d1Rows: median(({ counts }) => counts.d1RowsWritten),
      objectRows: median(({ counts }) => counts.objectRowsWritten),
      alarms: median(({ counts }) => counts.alarmsSet),
      messages: median(({ counts }) => counts.messages),
      lines: LINES,
      pictureRows: median(({ written }) => written[PICTURES] ?? 0),
    };
  } finally {
    await service.stop();
  }
}
