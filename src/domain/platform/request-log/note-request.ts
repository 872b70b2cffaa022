// Use case: logs a line for each call of a customer's API key, for its developers (D-118). No
// response waits for it: an isolate collects lines for a second and writes those of each customer in
// one call. An isolate that ends before that loses them.
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
  /** The route without the values of its parameters, which are tokens. */
  route: string;
  status: number;
  /** The error code, if the response is an error. */
  code?: string;
  durationMs: number;
}

const GATHER_MS = 1_000;
/**
 * The maximum number of lines of one second; further calls are dropped and counted as lost. A
 * request of the paid plan may call 1,000 objects.
 */
const MAX_AT_ONCE = 900;

let gathered: RequestLine[] = [];
let lost = 0;

/** Does nothing when the operator keeps no such lines (`REQUEST_LOG_DAYS`). */
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

/** Run by the first request of a second; the other requests only add their lines. */
async function writeSoon(ctx: Pick<Context, 'config' | 'db' | 'now' | 'objects'>): Promise<void> {
  await scheduler.wait(GATHER_MS);
  const lines = gathered;
  gathered = [];
  const keptMs = ctx.config.requestLogDays * DAY_MS;
  const owners = Map.groupBy(lines, ({ tenant_id: id, test }) => nameInMode(id, test));
  await Promise.all([...owners.values()].map((own) => writeLines(ctx, own, keptMs)));
  if (lost > 0) logIncident('request_lines_lost', { lines: lost });
  lost = 0;
}

/** Lines of one customer in one mode that cannot be written do not keep others from being written. */
async function writeLines(
  ctx: Pick<Context, 'config' | 'db' | 'now' | 'objects'>,
  lines: readonly RequestLine[],
  keptMs: number,
): Promise<void> {
  const [line] = lines;
  if (line === undefined) return;
  const owner = { tenantId: line.tenant_id, test: line.test };
  try {
    await writeToLedger(ctx, owner, (ledger) =>
      ledger.noteRequests(lines.map(toStoredLine), keptMs),
    );
  } catch {
    lost += lines.length;
  }
}
