// Runs a use case once for every combination of a binding call and a fault, lets schedules, alarms
// and queues do their work, and compares the final states. Each final state must be as if nothing
// had been done or as if nothing had failed, never anything in between.
import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import { consumeBatch, runSchedule } from '../../../src/background.ts';
import { createContext, type Context } from '../../../src/context.ts';
import { MINUTE_MS } from '../../../src/time/durations.ts';
import {
  faultyEnv,
  heldQueue,
  findObject,
  type QueuedMessage,
  type Surroundings,
} from './faulty-env.ts';
import { FAULTS, Faults, type Fault } from './faults.ts';

export interface UseCase<Fixture> {
  /** Creates the initial state. Called once for every run, so that runs share no state. */
  prepare: (world: World) => Promise<Fixture>;
  act: (ctx: Context, fixture: Fixture) => Promise<unknown>;
  /**
   * Matches the names of calls that are made after the change is complete. The caller receives a
   * success response even if these calls fail.
   */
  afterTheFact?: RegExp;
  /**
   * Returns the relevant state, without ids and times, to be compared as JSON. Called once all
   * pending work is done.
   */
  observe: (fixture: Fixture) => Promise<unknown>;
}

export interface World {
  /** A context without faults. */
  ctx: Context;
  /** Lets the queues deliver the messages that they hold. */
  deliver: () => Promise<void>;
  /** The messages that the queues hold. */
  queued: QueuedMessage[];
}

interface Run<Fixture> extends Surroundings {
  name: string;
  fixture: Fixture;
  faults: Faults;
  /** The outcome as the caller learned it from the response. */
  outcome: 'done' | 'failed' | 'cut off';
}

/**
 * Two steps together last longer than the time after which any sweep treats a row as abandoned.
 * Several steps are needed because the schedule processes only a few rows of each kind at a time,
 * while all runs of a use case leave their rows behind at once.
 */
const HEALING_STEP_MS = 25 * MINUTE_MS;
const HEALING_STEPS = 4;
/** Durable objects whose alarms finish work that a request left undone. */
const WAKING: ReadonlySet<string> = new Set(['VERIFICATION_SESSION', 'LEDGER']);

/**
 * @returns a description of every incorrect run: one that left the change half done, that made no
 *   change although the caller received a success response, or that returned an error because a
 *   call that matches `afterTheFact` failed
 * @throws Error when the use case changes nothing, or fails without a fault, since the runs would
 *   then test nothing
 */
export async function findPartialStates<Fixture>(useCase: UseCase<Fixture>): Promise<string[]> {
  const queued: QueuedMessage[] = [];
  const runs: Run<Fixture>[] = [];
  const events = vi.spyOn(env.SESSION_EVENTS, 'sendBatch').mockImplementation(async (messages) => {
    const bodies = [...messages].map(({ body }) => body as { row: { id: string } });
    const run = runs.find(({ touched }) => touched.has(bodies[0]?.row.id ?? ''));
    const send = () =>
      heldQueue('agate-session-events', queued).sendBatch(bodies.map((body) => ({ body })));
    return run === undefined ? send() : run.faults.call('SESSION_EVENTS.sendBatch', send);
  });
  // The ledgers' alarms queue delivery attempts through the real binding, so its messages are held
  // as well.
  const attempts = vi
    .spyOn(env.WEBHOOKS, 'sendBatch')
    .mockImplementation((messages) => heldQueue('agate-webhooks', queued).sendBatch(messages));
  const around: Surroundings = { queued, touched: new Map() };
  const ctx = contextOf(faultyEnv(new Faults(), around), []);
  const world: World = { ctx, deliver: () => deliver(ctx, queued), queued };
  const begin = async (name: string, faults: Faults): Promise<Run<Fixture>> => {
    const fixture = await useCase.prepare(world);
    const run: Run<Fixture> = {
      name,
      fixture,
      faults,
      outcome: 'done',
      queued,
      touched: new Map(),
    };
    runs.push(run);
    return run;
  };
  try {
    const untouched = await begin('without a call', new Faults());
    const whole = await begin('without a fault', new Faults());
    await perform(useCase, whole);
    if (whole.outcome !== 'done') throw new Error('The use case fails without a fault.');
    const calls = [...whole.faults.calls];
    const plans = calls.flatMap((_name, at) => FAULTS.map((fault) => ({ at, fault })));
    const faulty: Run<Fixture>[] = [];
    for (const { at, fault } of plans) faulty.push(await begin('', new Faults(at, fault)));
    await Promise.all(
      faulty.map(async (run, n) => {
        await perform(useCase, run);
        run.name = nameOf(run, plans[n]!);
      }),
    );
    const touched = new Map([around, ...runs].flatMap((run) => [...run.touched]));
    runs.length = 0;
    await heal({ queued, touched });
    const [before, after] = await Promise.all([untouched, whole].map((run) => see(useCase, run)));
    if (before === after) throw new Error(`The use case changes nothing: ${before}`);
    const found = faulty.map(async (run, n) => {
      const end = await see(useCase, run);
      const called = run.faults.calls[plans[n]!.at] ?? '';
      if (run.outcome === 'failed' && useCase.afterTheFact?.test(called))
        return [`${run.name}: not answered`];
      if (end === after || (end === before && run.outcome !== 'done')) return [];
      return [`${run.name}: ${end}`];
    });
    const halves = (await Promise.all(found)).flat();
    return halves.length === 0 ? [] : [`whole: ${after}`, ...halves];
  } finally {
    events.mockRestore();
    attempts.mockRestore();
    vi.useRealTimers();
  }
}

const see = async <Fixture>(
  useCase: UseCase<Fixture>,
  { fixture }: Run<Fixture>,
): Promise<string> => JSON.stringify(await useCase.observe(fixture));

function nameOf({ faults, outcome }: Run<unknown>, { at, fault }: { at: number; fault: Fault }) {
  return `call ${at + 1}, ${faults.calls[at] ?? 'which it did not make'}, ${fault} (${outcome})`;
}

/**
 * Runs the use case as the runtime does: first the response, then the deferred work. A request that
 * is cut off abandons both.
 */
async function perform<Fixture>(useCase: UseCase<Fixture>, run: Run<Fixture>): Promise<void> {
  const { faults, fixture } = run;
  const deferred: Promise<unknown>[] = [];
  const ctx = contextOf(faultyEnv(faults, run), deferred);
  const work = async (): Promise<'done' | 'failed'> => {
    let outcome: 'done' | 'failed' = 'done';
    try {
      await useCase.act(ctx, fixture);
    } catch {
      outcome = 'failed';
    }
    for (let one = deferred.shift(); one !== undefined; one = deferred.shift()) await one;
    return outcome;
  };
  run.outcome = await Promise.race([work(), faults.cutOff]);
}

/**
 * Returns the context of a warm isolate, which has already read its configuration and token key.
 */
function contextOf(around: Env, deferred: Promise<unknown>[]): Context {
  const waitUntil = (work: Promise<unknown>): void => void deferred.push(work);
  const { config, tokenKey } = createContext(env, { waitUntil });
  return { ...createContext(around, { waitUntil }), config, tokenKey };
}

/**
 * Restarts all objects, then lets time pass: due alarms fire, the schedule runs, and queues deliver
 * their messages.
 */
async function heal(around: Surroundings): Promise<void> {
  await abortAllDurableObjects();
  const deferred: Promise<unknown>[] = [];
  for (let step = 0; step < HEALING_STEPS; step += 1) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HEALING_STEP_MS });
    // The alarms of all other objects only delete what has expired.
    const waking = [...around.touched].filter(([, name]) => WAKING.has(name));
    await Promise.all(waking.map(([id, binding]) => ringIfDue(findObject(binding, id))));
    const ctx = contextOf(faultyEnv(new Faults(), around), deferred);
    await runSchedule(ctx, '*/10 * * * *');
    await deliver(ctx, around.queued);
    for (let one = deferred.shift(); one !== undefined; one = deferred.shift()) await one;
  }
}

async function ringIfDue(stub: DurableObjectStub): Promise<void> {
  const atMs = await runInDurableObject(stub, (_object, state) => state.storage.getAlarm());
  if (atMs !== null && atMs <= Date.now()) await runDurableObjectAlarm(stub);
}

async function deliver(ctx: Context, queued: QueuedMessage[]): Promise<void> {
  for (const { queue, body } of queued.splice(0)) {
    const again = (): void => void queued.push({ queue, body });
    const delivered = { id: 'message', body, attempts: 1, ack: () => undefined, retry: again };
    await consumeBatch(ctx, { queue, messages: [delivered] } as unknown as MessageBatch);
  }
}
