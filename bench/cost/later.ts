// What follows a check without any request: alarms, the erasure of its person, and the schedules
// that forget its rows. The service's clock is put forward to each time at which something is due.
import { DAILY, FREQUENT } from '../../src/domain/operations/health/schedule.ts';
import { countsBy, sumOf, type Counts } from './counts.ts';
import type { MeterClient, MeteredService } from './metered-service.ts';

const DAY_MS = 86_400_000;
/**
 * Days after a check: past the request log's 7 days, a result's 30 and the list's 180, each with
 * its days of grace.
 */
const DAYS = [1, 8, 32, 62, 182, 215, 400];
/** How many more checks one of the two services has. */
const CHECKS = 20;
/** An alarm may set another one. */
const MAX_ROUNDS = 5;

/** @returns what followed all checks of a service, including what its schedules do anyway */
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
 * Compares a service with another one that had more checks, because both also make keys and keep
 * counts, whatever the number of checks.
 * @param begin starts a separate service and runs that many checks
 * @returns what follows one check
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
