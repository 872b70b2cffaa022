// A storm: sessions start and end while the service is killed repeatedly and its customer's
// receiver fails the first attempt for a third of the events. Afterwards, the storm counts what was
// lost, duplicated or out of order.
import { setTimeout as delay } from 'node:timers/promises';
import { fireSchedule } from '../../scripts/demo/schedules.ts';
import { RESTART } from '../../src/domain/operations/health/schedule.ts';
import { makeCustomer, newWebhookSecret, StormBackend, type Promised } from './customer.ts';
import { StormReceiver, type Arrival } from './receiver.ts';
import { KillableService } from './killable-service.ts';

interface StormReport {
  sessions: number;
  kills: number;
  seconds: number;
  /** How many times the backend retried a request because it got no response or a 5xx. */
  repeatedRequests: number;
  posts: number;
  failedPosts: number;
  /**
   * How many times an event arrived again after it had been accepted, which at-least-once delivery
   * allows.
   */
  repeatedPosts: number;
  forgedPosts: number;
  lost: { results: number; rows: number; events: number; deliveries: number };
  doubled: { rows: number; events: number; bodies: number };
  /** The number of sessions whose events were first accepted out of order. */
  reordered: number;
  /** The number of unfinished items: ledger work, sessions, emails and deliveries. */
  pending: number;
  /**
   * The bytes stored per session: its row in D1's list of sessions, everything else in D1, and its
   * part of the customer's ledgers.
   */
  bytes: { list: number; others: number; ledgers: number };
}

const AT_ONCE = 12;
const SETTLE_EVERY_MS = 2_000;

export async function runStorm(options: {
  sessions: number;
  kills: number;
  log?: (line: string) => void;
}): Promise<StormReport> {
  const { sessions, kills, log = () => undefined } = options;
  const secret = newWebhookSecret();
  const receiver = await StormReceiver.start(secret);
  const service = await KillableService.start();
  try {
    const customer = await makeCustomer(service, { url: receiver.url, secret });
    const backend = new StormBackend(service.origin, customer.key);
    const startedMs = Date.now();
    const promised = await runSessions(backend, service, { sessions, kills, log });
    log(`${promised.length} sessions are over; waiting for what follows from them`);
    await settle(service, backend, receiver, { sessions, log });
    const { lost, doubled } = await compare(promised, backend, service);
    const pending = await countPending(service);
    await service.kill();
    const { lostDeliveries, differingBodies, ...arrived } = compareArrivals(
      service.readLedgers<EventRow>('SELECT id, session_id, position FROM events ORDER BY seq'),
      receiver,
    );
    const waiting = service.readLedgers("SELECT id FROM deliveries WHERE state = 'pending'");
    const { list, others, ledgers } = service.readSizes();
    const each = (bytes: number): number => Math.round(bytes / sessions);
    return {
      sessions,
      kills,
      seconds: Math.round((Date.now() - startedMs) / 1000),
      repeatedRequests: backend.repeated,
      ...arrived,
      lost: { ...lost, deliveries: lostDeliveries },
      doubled: { ...doubled, bodies: differingBodies },
      pending: pending + waiting.length,
      bytes: { list: each(list), others: each(others), ledgers: each(ledgers) },
    };
  } finally {
    await service.stop();
    receiver.stop();
  }
}

/**
 * Runs all sessions and kills the service at equal intervals, measured in acknowledged sessions.
 * The last kill follows the last acknowledgement.
 */
async function runSessions(
  backend: StormBackend,
  service: KillableService,
  { sessions, kills, log }: { sessions: number; kills: number; log: (line: string) => void },
): Promise<Promised[]> {
  const promised: Promised[] = [];
  let begun = 0;
  let killed = 0;
  let restart: Promise<void> | undefined;
  const killWhenDue = (): void => {
    if (killed >= kills || promised.length < ((killed + 1) * sessions) / kills) return;
    killed += 1;
    log(`kill ${killed} of ${kills} at ${promised.length} of ${sessions} sessions`);
    restart = (restart ?? Promise.resolve()).then(() => killAndRestart(service));
  };
  const visitor = async (): Promise<void> => {
    while (begun < sessions) {
      begun += 1;
      promised.push(await backend.runSession(begun));
      killWhenDue();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  await restart;
  return promised;
}

async function killAndRestart(service: KillableService): Promise<void> {
  await service.kill();
  await service.restart();
  await fireSchedule(service.origin, RESTART);
}

/**
 * Waits until every session has its event, every event has arrived, and nothing is pending. In the
 * meantime, it repeatedly runs the schedule that the service runs after a restart.
 */
async function settle(
  service: KillableService,
  backend: StormBackend,
  receiver: StormReceiver,
  { sessions, log }: { sessions: number; log: (line: string) => void },
): Promise<void> {
  for (;;) {
    const events = await backend.readFeed();
    const accepted = new Set(receiver.accepted.map(({ id }) => id));
    const missing = events.filter(({ id }) => !accepted.has(id)).length;
    const pending = await countPending(service);
    const isSettled = events.length >= sessions && missing === 0 && pending === 0;
    if (!isSettled)
      log(`${events.length} of ${sessions} events, ${missing} not accepted, ${pending} pending`);
    // Gives the service time to record what has just arrived.
    await delay(SETTLE_EVERY_MS);
    if (isSettled) return;
    await fireSchedule(service.origin, RESTART);
  }
}

/** An event, as a ledger stores it. */
interface EventRow {
  id: string;
  session_id: string;
  position: number;
}

/** Counts the ledger work, sessions and emails in D1 that are not finished. */
async function countPending(service: KillableService): Promise<number> {
  const [row] = await service.query<{ n: number }>(
    `SELECT (SELECT count(*) FROM ledger_work)
       + (SELECT count(*) FROM verification_sessions WHERE completed_at_ms IS NULL)
       + (SELECT count(*) FROM mails WHERE sent_at_ms IS NULL) AS n`,
  );
  return row?.n ?? 0;
}

/** Compares the acknowledged sessions with their results, the list in D1 and the event feed. */
async function compare(
  promised: readonly Promised[],
  backend: StormBackend,
  service: KillableService,
) {
  const rows = await service.query<{ status: string; n: number }>(
    'SELECT status, count(*) AS n FROM verification_sessions GROUP BY status',
  );
  const results = new Map<string, string>();
  let lostResults = 0;
  for (const { token, status } of promised) {
    const result = await backend.readResult(token);
    if (result.status !== status) lostResults += 1;
    results.set(result.token, status);
  }
  const feed = await backend.readFeed();
  const heard = new Set(
    feed
      .filter(({ type, data }) => results.get(data.token) === typeStatus(type))
      .map(({ data }) => data.token),
  );
  const expected = countBy(promised.map(({ status }) => status));
  const listed = new Map(rows.map(({ status, n }) => [status, n]));
  const differences = [...expected].map(([status, n]) => (listed.get(status) ?? 0) - n);
  return {
    lost: {
      results: lostResults,
      rows: sum(differences.map((difference) => Math.max(0, -difference))),
      events: promised.length - heard.size,
    },
    doubled: {
      rows: sum(differences.map((difference) => Math.max(0, difference))),
      events: feed.length - new Set(feed.map(({ data }) => data.token)).size,
    },
  };
}

const typeStatus = (type: string): string => type.replace('session.', '');

/** Compares the events in the ledgers with those that arrived at the receiver. */
function compareArrivals(events: readonly EventRow[], receiver: StormReceiver) {
  const { arrivals, accepted } = receiver;
  const ids = new Set(accepted.map(({ id }) => id));
  return {
    posts: arrivals.length,
    failedPosts: arrivals.length - accepted.length,
    repeatedPosts: accepted.length - ids.size,
    forgedPosts: receiver.forged,
    lostDeliveries: events.filter(({ id }) => !ids.has(id)).length,
    differingBodies: countDiffering(arrivals),
    reordered: countReordered(events, accepted),
  };
}

/** Counts the events whose deliveries did not all have the same body. */
function countDiffering(arrivals: readonly Arrival[]): number {
  const bodies = new Map<string, Set<string>>();
  for (const { id, body } of arrivals) bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
  return [...bodies.values()].filter((set) => set.size > 1).length;
}

/** Counts sessions whose events were first accepted out of order. */
function countReordered(events: readonly EventRow[], accepted: readonly Arrival[]): number {
  const known = new Map(events.map((event) => [event.id, event]));
  const last = new Map<string, number>();
  const wrong = new Set<string>();
  for (const id of new Set(accepted.map((arrival) => arrival.id))) {
    const event = known.get(id);
    if (event === undefined) continue;
    if (event.position <= (last.get(event.session_id) ?? 0)) wrong.add(event.session_id);
    last.set(event.session_id, event.position);
  }
  return wrong.size;
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
