// The service as a Worker that counts what it is billed for (bench/cost). Requests to paths under
// /cost are commands from the bench.
import service, * as classes from '../../../../src/index.ts';
import { replaceMethods } from '../../faults/faulty-env.ts';
import { meter, putDateForward } from './meter.ts';
import { meterEnv } from './metered-env.ts';
import { meterClass, type Ringing } from './metered-objects.ts';

export const AttemptCount = meterClass('ATTEMPT_COUNT', classes.AttemptCount);
export const BlockList = meterClass('BLOCK_LIST', classes.BlockList);
export const Grant = meterClass('GRANT', classes.Grant);
export const IdempotencyRecord = meterClass('IDEMPOTENCY_RECORD', classes.IdempotencyRecord);
export const Ledger = meterClass('LEDGER', classes.Ledger);
export const OneTimeToken = meterClass('ONE_TIME_TOKEN', classes.OneTimeToken);
export const PictureLedger = meterClass('PICTURE_LEDGER', classes.PictureLedger);
export const RateLimiter = meterClass('RATE_LIMITER', classes.RateLimiter);
export const ShownCredentials = meterClass('SHOWN_CREDENTIALS', classes.ShownCredentials);
export const SpentPasses = meterClass('SPENT_PASSES', classes.SpentPasses);
export const VerificationSession = meterClass('VERIFICATION_SESSION', classes.VerificationSession);

putDateForward();

const watched = (execution: ExecutionContext): ExecutionContext =>
  replaceMethods(execution, (name, call) =>
    name === 'waitUntil' ? (work: Promise<unknown>) => call(meter.track(work)) : undefined,
  );

/** The bench's commands, by path. */
const COMMANDS: Readonly<Record<string, (env: Env, asked: URLSearchParams) => unknown>> = {
  '/cost/idle': () => meter.waiting <= 0 && meter.deferred === 0,
  '/cost/take': () => meter.take(),
  '/cost/forward': (_env, asked) => meter.putForward(Number(asked.get('ms'))),
  '/cost/alarms': (env) => ringDue(env),
  '/cost/schedule': (env, asked) => runSchedule(env, asked.get('cron') ?? ''),
};

export default {
  async fetch(request, env, execution) {
    const { pathname, searchParams } = new URL(request.url);
    const command = COMMANDS[pathname];
    if (command !== undefined) {
      const answer = await command(env, searchParams);
      return Response.json(answer ?? null);
    }
    meter.add('requests');
    return service.fetch(request, meterEnv(env), watched(execution));
  },
  async queue(batch, env, execution) {
    meter.add('batches');
    try {
      await service.queue(batch, meterEnv(env), watched(execution));
    } finally {
      meter.waiting -= batch.messages.length;
    }
  },
} satisfies ExportedHandler<Env>;

/**
 * Runs the alarms that are due by the meter's clock.
 * @returns the number of alarms that were run
 */
async function ringDue(env: Env): Promise<number> {
  const due = [...meter.alarms.values()].filter(({ atMs }) => atMs <= Date.now());
  for (const { binding, id } of due) {
    const namespace = env[binding as keyof Env] as unknown as DurableObjectNamespace;
    const object = namespace.get(namespace.idFromString(id)) as unknown as Ringing;
    await object.ring();
  }
  return due.length;
}

/**
 * Runs the steps of the schedule that has this cron expression.
 * @returns whether every step succeeded
 */
async function runSchedule(env: Env, cron: string): Promise<boolean> {
  const work: Promise<unknown>[] = [];
  const execution = {
    waitUntil: (one: Promise<unknown>) => void work.push(meter.track(one)),
  } as unknown as ExecutionContext;
  const event = { cron, scheduledTime: Date.now(), noRetry: () => undefined };
  try {
    await service.scheduled(event, meterEnv(env), execution);
    return true;
  } catch {
    return false;
  } finally {
    await Promise.all(work);
  }
}
