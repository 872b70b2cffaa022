// Measures the work that follows a check without any request: alarms, the erasure of the person who
// was checked, and the schedules that delete the check's rows. The service's clock is advanced to
// each time at which something is due.
import { DAILY, FREQUENT } from '../../src/domain/operations/health/schedule.ts';
import { countsBy, sumOf, type Counts } from './counts.ts';
import type { MeterClient, MeteredService } from './metered-service.ts';

const DAY_MS = 86_400_000;
/**
 * The days after a check on which to measure the work that has become due. They fall just after the
 * ends of the retention periods of the request log (7 days), of a result (30 days) and of the
 * session list (180 days), and of the grace periods that follow them.
 */
const DAYS = [1, 8, 32, 62, 182, 215, 400];
/** How many more checks the second of the two services runs than the first. */
const CHECKS = 20;
/**
 * The maximum number of rounds of triggering the alarms that are due; each round may set new
 * alarms, which the next round triggers.
 */
const MAX_ROUNDS = 5;

/**
 * @returns the counts of the work that followed all of a service's checks, including the work that
 *   its schedules do even without checks
 */
async function meterLater({ meter }: MeteredService): Promise<Counts> {
  const parts: Counts[] = [];
  for (const [at, day] of DAYS.entries()) {
    await meter.forward((day - (DAYS[at - 1] ?? 0)) * DAY_MS);
    const { used } = await meter.measure(() => catchUp(meter));
    parts.push(used.counts);
  }
  return sumOf(parts);
}

/**
 * Compares a service with one that ran more checks. The difference leaves out the work that both do
 * regardless of the number of checks, such as creating keys and keeping counts.
 * @param begin starts a separate service and runs the given number of checks
 * @returns the counts of the work that follows one check, as the average over {@link CHECKS}
 */
export async function meterAfterwards(
  begin: (checks: number, end: (service: MeteredService) => Promise<Counts>) => Promise<Counts>,
): Promise<Counts> {
  const few = await begin(1, meterLater);
  const many = await begin(1 + CHECKS, meterLater);
  return countsBy((name) => (many[name] - few[name]) / CHECKS);
}

async function catchUp(meter: MeterClient): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS && (await meter.ringAlarms()) > 0; round += 1)
    await meter.untilIdle();
  await meter.runSchedule(FREQUENT);
  await meter.untilIdle();
  await meter.runSchedule(DAILY);
}
