// The service as a Worker that fills one customer's ledger and reads its request log and its list
// of sessions (bench/growth). It uses the service's own use cases, objects and bindings. Paths
// under /growth are the bench's own.
import { createContext, type Context } from '../../../src/context.ts';
import { insertNewRows } from '../../../src/db/insert-rows.ts';
import { tenants, verificationSessions } from '../../../src/db/schema/index.ts';
import { volumeName } from '../../../src/domain/platform/ledgers/volume.ts';
import { volumesSince, writeToLedger } from '../../../src/domain/platform/ledgers/volumes.ts';
import {
  firstIdAt,
  timeOfId,
  type StoredLine,
} from '../../../src/domain/platform/request-log/line.ts';
import { readLines } from '../../../src/domain/platform/request-log/read-lines.ts';
import { foldFunnel } from '../../../src/domain/verification/rules/session/folded-funnel.ts';
import { sessionsKept } from '../../../src/domain/verification/session-list/sessions-kept.ts';
import type { LedgerSession } from '../../../src/domain/verification/session-list/ledger-session.ts';
import { listSessions } from '../../../src/domain/verification/session-list/list-sessions.ts';
import { DAY_MS } from '../../../src/time/durations.ts';

export * from '../../../src/index.ts';

const OWNER = { tenantId: 'ten_0', test: false };
/**
 * The maximum number of lines that an isolate writes in one call
 * (domain/platform/request-log/note-request.ts).
 */
const LINES_AT_ONCE = 2_000;
const PER_PAGE = 25;
const ERROR_EVERY = 100;
/**
 * How many bytes the directory may lag behind the size of a volume, as in the service
 * (domain/platform/ledgers/volumes.ts).
 */
const REPORTED_EVERY_BYTES = 64e6;

const ROUTES = ['/verify/v1/init', '/verify/v1/result/{token}', '/verify/v1/sessions'];

function lineAt(id: number, number: number): StoredLine {
  const isError = number % ERROR_EVERY === 0;
  return {
    id,
    request_id: crypto.randomUUID(),
    method: number % ROUTES.length === 0 ? 'POST' : 'GET',
    route: ROUTES[number % ROUTES.length] ?? '',
    status: isError ? 422 : 200,
    code: isError ? 'VALIDATION_FAILED' : null,
    duration_ms: 5 + (number % 40),
  };
}

const numberOf = (asked: URLSearchParams, name: string): number => Number(asked.get(name));

/**
 * Writes request log lines with equally spaced times, through the directory of volumes and in
 * batches, as the service does.
 */
async function fill(ctx: Context, asked: URLSearchParams): Promise<void> {
  const [first, lines, beginMs, stepMs] = ['first', 'lines', 'begin_ms', 'step_ms'].map((name) =>
    numberOf(asked, name),
  ) as [number, number, number, number];
  const limits = {
    fullBytes: numberOf(asked, 'full_bytes'),
    reportedEveryBytes: REPORTED_EVERY_BYTES,
  };
  await ctx.db
    .insert(tenants)
    .values({ id: OWNER.tenantId, name: 'Growing', created_at_ms: 1 })
    .onConflictDoNothing();
  const atOnce = numberOf(asked, 'at_once') || LINES_AT_ONCE;
  const keptDays = ctx.config.requestLogDays;
  for (let from = first; from < first + lines; from += atOnce) {
    const count = Math.min(atOnce, first + lines - from);
    const stored = Array.from({ length: count }, (_, at) =>
      lineAt(Math.floor(firstIdAt(beginMs + (from + at) * stepMs)), from + at),
    );
    const nowMs = timeOfId(stored.at(-1)?.id ?? 0);
    const write = {
      write: (
        ledger: ReturnType<Context['objects']['ledger']>,
        _volume: unknown,
        fullBytes: number,
      ) => ledger.noteRequests(stored, keptDays * DAY_MS, fullBytes),
      keptDays,
    };
    await writeToLedger({ ...ctx, now: () => nowMs }, OWNER, write, limits);
  }
}

/** The number of sessions that the schedule moves in one call to a ledger. */
const SESSIONS_AT_ONCE = 2_500;
/** A search for this user finds a tenth of all sessions. */
const FREQUENT_USER = 'everybody';
const STEPS = ['opened', 'consent', 'camera', 'age', 'verdict'] as const;

/**
 * A session with an age gate of 18, an age estimate and the steps that the visitor took. Of every
 * five sessions, three succeed, one fails and one expires.
 */
function sessionAt(number: number, atMs: number): LedgerSession {
  const status = ['success', 'success', 'success', 'failed', 'expired'][number % 5] ?? 'success';
  const id = number.toString(16).padStart(64, '0');
  return {
    id,
    version: 3,
    result_hash: id,
    status,
    reason: status === 'failed' ? 'age_below_threshold' : null,
    purpose: 'age_verification',
    verification_mode: 'auto',
    verification_type: status === 'expired' ? null : 'age_check',
    gate: 18,
    measured: 'edge',
    risk: 'low',
    previous_id: null,
    previous_hash: null,
    counted_before: false,
    contested: false,
    external_user_id: number % 10 === 1 ? FREQUENT_USER : `user-${number}`,
    metadata: null,
    ip_country: 'NL',
    created_at_ms: atMs,
    completed_at_ms: atMs + 30_000,
    expires_at_ms: atMs + 900_000,
    erased_at_ms: null,
    funnel: foldFunnel(STEPS.map((name, at) => ({ name, atMs: atMs + 5_000 * at }))),
  };
}

/** Writes sessions with equally spaced times, oldest first, in batches as the schedule does. */
async function fillSessions(ctx: Context, asked: URLSearchParams): Promise<void> {
  const [first, sessions, beginMs, stepMs] = ['first', 'sessions', 'begin_ms', 'step_ms'].map(
    (name) => numberOf(asked, name),
  ) as [number, number, number, number];
  const limits = {
    fullBytes: numberOf(asked, 'full_bytes'),
    reportedEveryBytes: REPORTED_EVERY_BYTES,
  };
  await ctx.db
    .insert(tenants)
    .values({ id: OWNER.tenantId, name: 'Growing', created_at_ms: 1 })
    .onConflictDoNothing();
  const kept = sessionsKept({ retentionDays: 30, historyDays: 180 });
  for (let from = first; from < first + sessions; from += SESSIONS_AT_ONCE) {
    const count = Math.min(SESSIONS_AT_ONCE, first + sessions - from);
    const rows = Array.from({ length: count }, (_, at) =>
      sessionAt(from + at, Math.floor(beginMs + (from + at) * stepMs)),
    );
    const write = (
      ledger: ReturnType<Context['objects']['ledger']>,
      _volume: unknown,
      fullBytes: number,
    ) => ledger.putSessions(rows, kept, fullBytes);
    await writeToLedger(ctx, OWNER, { write }, limits);
  }
}

/** The number of sessions that one statement writes to D1. */
const ROWS_AT_ONCE = 500;

/** Writes sessions to D1 that are recent enough that the schedule has not moved them yet. */
async function fillRecent(ctx: Context, asked: URLSearchParams): Promise<void> {
  const [first, sessions, beginMs, stepMs] = ['first', 'sessions', 'begin_ms', 'step_ms'].map(
    (name) => numberOf(asked, name),
  ) as [number, number, number, number];
  for (let from = 0; from < sessions; from += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, sessions - from);
    const rows = Array.from({ length: count }, (_, at) => ({
      ...sessionAt(first + from + at, Math.floor(beginMs + (from + at) * stepMs)),
      tenant_id: OWNER.tenantId,
      test: OWNER.test,
    }));
    await insertNewRows(ctx.db, verificationSessions, rows);
  }
}

/** Reads the same page of the list of sessions `times` times. */
async function list(
  ctx: Context,
  asked: URLSearchParams,
): Promise<{ rows: number; total: number }> {
  const filter = {
    ...OWNER,
    status: asked.get('status') ?? undefined,
    externalUserId: asked.get('user') ?? undefined,
  };
  const slice = { offset: numberOf(asked, 'offset'), limit: PER_PAGE };
  let read = { rows: 0, total: 0 };
  for (let time = 0; time < numberOf(asked, 'times'); time += 1) {
    const { rows, total } = await listSessions(ctx, filter, slice);
    read = { rows: rows.length, total };
  }
  return read;
}

/**
 * Reads the same page of the request log `times` times.
 * @returns the number of lines on it
 */
async function page(ctx: Context, asked: URLSearchParams): Promise<number> {
  const before = asked.has('before_ms') ? firstIdAt(numberOf(asked, 'before_ms')) : undefined;
  const wanted = { onlyErrors: asked.has('errors'), before, limit: PER_PAGE };
  let lines = 0;
  for (let time = 0; time < numberOf(asked, 'times'); time += 1)
    lines = (await readLines(ctx, OWNER, wanted)).length;
  return lines;
}

/** @returns the size of each volume in bytes, as the volume itself reports it, newest first */
async function sizes(ctx: Context): Promise<number[]> {
  const volumes = await volumesSince(ctx, OWNER, 0);
  return Promise.all(
    volumes.map(({ number, residency }) =>
      ctx.objects.ledger(residency, volumeName(OWNER, number)).size(),
    ),
  );
}

const COMMANDS: Readonly<Record<string, (ctx: Context, asked: URLSearchParams) => unknown>> = {
  '/growth/fill': fill,
  '/growth/fill-sessions': fillSessions,
  '/growth/fill-recent': fillRecent,
  '/growth/list': list,
  '/growth/page': page,
  '/growth/sizes': sizes,
};

export default {
  async fetch(request, env, execution) {
    const { pathname, searchParams } = new URL(request.url);
    const answer = await COMMANDS[pathname]?.(createContext(env, execution), searchParams);
    return Response.json(answer ?? null);
  },
} satisfies ExportedHandler<Env>;
