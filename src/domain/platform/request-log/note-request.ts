// Use case: logs a line for each call with a customer's API key, for the customer's developers
// (D-118). No response waits for the log: an isolate collects lines for a second and writes each
// customer's lines in one call. If the isolate is terminated within that second, its collected
// lines are lost.
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { nameInMode } from '../../terms/name-in-mode.ts';
import { writeToLedger } from '../ledgers/volumes.ts';
import { newLineId, toStoredLine, type RequestLine } from './line.ts';

interface NotedRequest {
  tenantId: string;
  test: boolean;
  requestId: string;
  method: string;
  /** The route pattern, without the values of path parameters, because the values are tokens. */
  route: string;
  status: number;
  /** The error code, if the response is an error. */
  code?: string;
  durationMs: number;
}

const GATHER_MS = 1_000;
/**
 * The maximum number of lines collected in one second; any further lines are dropped and counted as
 * lost.
 */
const MAX_AT_ONCE = 2_000;
/**
 * The maximum number of customers whose lines are written in one second; a customer's live and test
 * modes count separately. The lines of all other customers are lost. One invocation of a Worker may
 * make 1,000 calls, and writing one customer's lines takes at most three.
 */
const MAX_OWNERS = 300;

let gathered: RequestLine[] = [];
let lost = 0;

/** Does nothing when the operator has disabled the request log (`REQUEST_LOG_DAYS`). */
export function noteRequest(
  ctx: Pick<Context, 'config' | 'db' | 'defer' | 'now' | 'objects'>,
  noted: NotedRequest,
): void {
  if (ctx.config.requestLogDays === 0) return;
  if (gathered.length >= MAX_AT_ONCE) {
    lost += 1;
    return;
  }
  gathered.push({
    id: newLineId(ctx.now()),
    tenant_id: noted.tenantId,
    test: noted.test,
    request_id: noted.requestId,
    method: noted.method,
    route: noted.route,
    status: noted.status,
    code: noted.code ?? null,
    duration_ms: noted.durationMs,
  });
  if (gathered.length === 1) ctx.defer(writeSoon(ctx));
}

/**
 * Writes the lines that gather during one second. Only the request that begins a batch calls this;
 * the other requests only add their lines.
 */
async function writeSoon(ctx: Pick<Context, 'config' | 'db' | 'now' | 'objects'>): Promise<void> {
  await scheduler.wait(GATHER_MS);
  const lines = gathered;
  gathered = [];
  const owners = Map.groupBy(lines, ({ tenant_id: id, test }) => nameInMode(id, test));
  const all = [...owners.values()];
  await Promise.all(all.slice(0, MAX_OWNERS).map((own) => writeLines(ctx, own)));
  lost += all.slice(MAX_OWNERS).flat().length;
  if (lost > 0) logIncident('request_lines_lost', { lines: lost });
  lost = 0;
}

/**
 * Writes the lines of one customer in one mode. A failure does not affect the lines of other
 * customers.
 */
async function writeLines(
  ctx: Pick<Context, 'config' | 'db' | 'now' | 'objects'>,
  lines: readonly RequestLine[],
): Promise<void> {
  const [line] = lines;
  if (line === undefined) return;
  const owner = { tenantId: line.tenant_id, test: line.test };
  const keptDays = ctx.config.requestLogDays;
  const stored = lines.map(toStoredLine);
  try {
    const volume = await writeToLedger(ctx, owner, {
      write: (ledger, _volume, fullBytes) =>
        ledger.noteRequests(stored, keptDays * DAY_MS, fullBytes),
      keptDays,
    });
    if (volume === undefined) lost += lines.length;
  } catch (error) {
    lost += lines.length;
    const name = error instanceof Error ? error.name : 'unknown';
    logIncident('request_lines_not_written', { error: name });
  }
}
