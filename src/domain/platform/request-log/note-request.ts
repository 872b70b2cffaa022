// Use case: logs a line for each call of a customer's API key, for its developers (D-118). No
// response waits for it: an isolate collects lines for a second and writes them in one statement.
// An isolate that ends before that loses them.
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { newLineId, type RequestLine } from './line.ts';
import { insertLines } from './line-store.ts';

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
 * The maximum number of lines in one statement; further calls within that second are dropped and
 * counted as lost.
 */
const MAX_AT_ONCE = 2_000;

let gathered: RequestLine[] = [];
let lost = 0;

/** Does nothing when the operator keeps no such lines (`REQUEST_LOG_DAYS`). */
export function noteRequest(
  ctx: Pick<Context, 'config' | 'db' | 'defer' | 'now'>,
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
async function writeSoon({ db }: Pick<Context, 'db'>): Promise<void> {
  await scheduler.wait(GATHER_MS);
  const lines = gathered;
  gathered = [];
  if (lost > 0) logIncident('request_lines_lost', { lines: lost });
  lost = 0;
  await insertLines(db, lines);
}
