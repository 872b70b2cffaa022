// Runs complete checks, from the customer's init call until the customer's backend reads the
// result.
import { showDocument } from './document-parts.ts';
import { PageVisit } from './page-visit.ts';
import type { Note } from './journeys.ts';
import type { MeteredService } from './metered-service.ts';

/**
 * The duration of a long check. It exceeds the delay after which an unfinished check is recorded in
 * the session list.
 */
const LONG_MS = 70_000;

/** The options for starting one kind of check. */
interface Wish {
  key: string;
  fields?: object;
  isLong?: boolean;
}

let persons = 0;

export async function runChecks(service: MeteredService, note: Note): Promise<void> {
  const { hooked, quiet } = service.keys;
  await note('edge', () => checkAtEdge(service, { key: hooked }));
  await note('edge, long', () => checkAtEdge(service, { key: hooked, isLong: true }));
  await note('device', () => checkOnDevice(service, { key: quiet }));
  await note('device, long', () => checkOnDevice(service, { key: quiet, isLong: true }));
  await note('document', () => checkWithDocument(service, { key: hooked }));
}

export async function checkAtEdge(service: MeteredService, wish: Wish): Promise<PageVisit> {
  const visit = await begin(service, wish);
  await visit.move();
  await visit.estimate();
  await visit.expectPassed();
  return visit;
}

async function checkOnDevice(service: MeteredService, wish: Wish): Promise<void> {
  const fields = { verification_mode: 'facial' };
  const visit = await begin(service, { ...wish, fields });
  await visit.passOnDevice();
  await visit.expectPassed();
}

async function checkWithDocument(service: MeteredService, wish: Wish): Promise<void> {
  const fields = { verification_mode: 'document' };
  const visit = await begin(service, { ...wish, fields });
  await visit.move();
  await showDocument(visit, (ms) => service.meter.forward(ms));
  await visit.expectPassed();
}

/**
 * Starts a check and runs it up to the movements. A long check is then paused until its start has
 * been recorded in the session list.
 */
async function begin(service: MeteredService, wish: Wish): Promise<PageVisit> {
  persons += 1;
  const visit = await PageVisit.open(service, wish.key, {
    user_id: `person-${persons}`,
    ...wish.fields,
  });
  await visit.consent();
  if (wish.isLong === true) {
    await service.meter.forward(LONG_MS);
    await service.meter.ringAlarms();
    await service.meter.untilIdle();
  }
  return visit;
}
