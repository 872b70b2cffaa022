// Use case: checks whether everything that the service depends on is working (D-67). The checks
// only read; readReadiness runs them at most once every five seconds.
import type { Config } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { inTime } from '../../../time/patience.ts';
import { countDeadLetters } from '../../platform/dead-letters/dead-letters.ts';
import { listOverdueTrustLists } from '../../platform/wallet-anchors/store.ts';
import { unusableLists } from '../../platform/wallet-status/unusable-lists.ts';
import { signingKey } from '../../platform/signing-keys/key-ring.ts';
import { PURPOSES } from '../../platform/signing-keys/ring.ts';
import { readLedgers, type LedgerReading } from './ledgers.ts';
import {
  isBehind,
  judgeKeys,
  judgeLedgers,
  judgeSchedule,
  judgeStorage,
  overall,
  OVERDUE_MS,
  worst,
  type Checks,
  type HealthCondition,
} from './rules.ts';
import { readBacklog } from './store.ts';

export interface Readiness {
  status: HealthCondition;
  checks: Checks;
  /** Whether background work is overdue; true when D1 does not respond. */
  isBehind: boolean;
  /** The database's size; absent when the database does not respond. */
  databaseBytes?: number;
  /** The largest ledger volumes; absent when the volume directory cannot be read. */
  ledgers?: LedgerReading[];
}

const REMEMBERED_MS = 5_000;
/** The maximum duration of a check; a part that takes longer counts as down. */
const PATIENCE_MS = 2_000;

const latest = new WeakMap<Config, { atMs: number; reading: Promise<Readiness> }>();

/** Returns the state determined in the last five seconds, or else checks it again. Never throws. */
export function readReadiness(ctx: Context): Promise<Readiness> {
  const known = latest.get(ctx.config);
  if (known !== undefined && ctx.now() < known.atMs + REMEMBERED_MS) return known.reading;
  const reading = checkAll(ctx);
  latest.set(ctx.config, { atMs: ctx.now(), reading });
  return reading;
}

/** Checks the current state. Never throws. */
export async function checkAll(ctx: Context): Promise<Readiness> {
  const [databaseBytes, objects, keys, face, documents, wallet, isReachable, behind, ledgers] =
    await Promise.all([
      inTime(ctx.databaseSize(), PATIENCE_MS).catch(() => undefined),
      works(askObject(ctx)),
      works(askKeys(ctx)),
      askFace(ctx),
      askDocuments(ctx),
      askWallet(ctx),
      works(askQueues(ctx)),
      judgeWork(ctx),
      readLedgers(ctx, PATIENCE_MS).catch(() => undefined),
    ]);
  const checks: Checks = {
    d1: databaseBytes === undefined ? 'down' : 'ok',
    objects,
    queues: isReachable === 'ok' ? behind.queues : 'down',
    keys: keys === 'ok' ? behind.keys : 'down',
    schedule: behind.schedule,
    face,
    documents,
    wallet,
    wallet_lists: behind.walletLists,
    storage: judgeStorage(databaseBytes, ctx.config.databaseLimitBytes),
    ledgers: judgeLedgers(ledgers),
  };
  return {
    status: overall(checks),
    checks,
    isBehind: behind.isBehind,
    ...(databaseBytes !== undefined && { databaseBytes }),
    ...(ledgers !== undefined && { ledgers }),
  };
}

/** @param check whether the part works; a check that fails or takes too long counts as `down` */
async function works(check: Promise<boolean>, patienceMs = PATIENCE_MS): Promise<HealthCondition> {
  try {
    return (await inTime(check, patienceMs)) ? 'ok' : 'down';
  } catch {
    return 'down';
  }
}

/** Calls the object of a session that does not exist, and expects a refusal. */
async function askObject(ctx: Context): Promise<boolean> {
  const answer = await ctx.objects.decoySession('readiness').viewSession('');
  return !answer.ok;
}

/** Reads, unseals and imports a signing key of each kind. */
async function askKeys(ctx: Context): Promise<boolean> {
  await Promise.all(PURPOSES.map((purpose) => signingKey(ctx, purpose)));
  return true;
}

/**
 * The maximum duration of the face Worker's check: longer than PATIENCE_MS, because a Worker may
 * have to load its models first.
 */
const FACE_PATIENCE_MS = 5_000;

/**
 * Checks the hosted page and the face Worker. The page can measure faces without a Worker, so a
 * missing one is only reported as degraded; a bound one has to respond.
 */
async function askFace(ctx: Context): Promise<HealthCondition> {
  const worker =
    ctx.face === undefined ? 'degraded' : works(isFaceWorkerHealthy(ctx), FACE_PATIENCE_MS);
  return worst(await Promise.all([works(askPage(ctx)), worker]));
}

const isFaceWorkerHealthy = async ({ face }: Context): Promise<boolean> =>
  face !== undefined && (await face.health()).ok;

/** Reports `degraded` when no Worker is bound, because no check can then request a document. */
const askDocuments = async (ctx: Context): Promise<HealthCondition> =>
  ctx.documents === undefined ? 'degraded' : works(isReaderHealthy(ctx));

const isReaderHealthy = async ({ documents }: Context): Promise<boolean> =>
  documents !== undefined && (await documents.health()).ok;

/** Like askDocuments, for the wallet Worker (D-146). */
const askWallet = async (ctx: Context): Promise<HealthCondition> =>
  ctx.wallet === undefined ? 'degraded' : works(isJudgeHealthy(ctx));

const isJudgeHealthy = async ({ wallet }: Context): Promise<boolean> =>
  wallet !== undefined && (await wallet.health()).ok;

/** Fetches the page that measures faces. The face models are served alongside it. */
async function askPage(ctx: Context): Promise<boolean> {
  const page = await ctx.assets.fetch(new URL('/hosted/', ctx.config.baseUrl));
  await page.body?.cancel();
  return page.ok;
}

async function askQueues(ctx: Context): Promise<boolean> {
  await Promise.all(Object.values(ctx.queues).map((queue) => queue.metrics()));
  return true;
}

type WorkCondition = Pick<Checks, 'queues' | 'keys' | 'schedule'> & {
  walletLists: HealthCondition;
  isBehind: boolean;
};

/**
 * Determines the conditions that can only be read from D1. When D1 does not respond, the queues and
 * the schedule count as degraded, and work counts as overdue.
 */
async function judgeWork(ctx: Context): Promise<WorkCondition> {
  const nowMs = ctx.now();
  try {
    const [backlog, deadLetters, unusable, overdue] = await inTime(
      Promise.all([
        readBacklog(ctx.db, nowMs - OVERDUE_MS),
        countDeadLetters(ctx),
        unusableLists(ctx),
        listOverdueTrustLists(ctx.db, nowMs),
      ]),
      PATIENCE_MS,
    );
    const isLate = isBehind(backlog);
    return {
      isBehind: isLate,
      queues: isLate || deadLetters.length > 0 ? 'degraded' : 'ok',
      keys: judgeKeys(backlog.keys, nowMs),
      schedule: judgeSchedule(backlog.runs, nowMs),
      walletLists: unusable.length + overdue.length > 0 ? 'degraded' : 'ok',
    };
  } catch {
    return {
      isBehind: true,
      queues: 'degraded',
      keys: 'ok',
      schedule: 'degraded',
      walletLists: 'ok',
    };
  }
}
