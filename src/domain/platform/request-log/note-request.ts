// Use case: keeps a line of what a customer's API key called, for its developers (D-118). No answer waits for it: an isolate
// gathers lines for a second and writes them in one statement. An isolate that ends before that loses them.
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { newLineId, type RequestLine } from './line.ts';
import { insertLines } from './line-store.ts';

interface NotedRequest {
  tenantId: string;
  test: boolean;
  requestId: string;
  method: string;
  /** Without the values of its parameters: they are tokens. */
  route: string;
  status: number;
  /** Of an error. */
  code?: string;
  durationMs: number;
}

const GATHER_MS = 1_000;
/** In one statement; whoever calls more often than that in a second has seen enough of it. */
const MOST_AT_ONCE = 2_000;

let gathered: RequestLine[] = [];
let lost = 0;

/** Does nothing where the operator keeps no such lines (`REQUEST_LOG_DAYS`). */
export function noteRequest(
  ctx: Pick<Context, 'config' | 'db' | 'defer' | 'now'>,
  noted: NotedRequest,
): void {
  if (ctx.config.requestLogDays === 0) return;
  if (gathered.length >= MOST_AT_ONCE) {
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

/** Of the request that began the second: the others only leave their lines with it. */
async function writeSoon({ db }: Pick<Context, 'db'>): Promise<void> {
  await scheduler.wait(GATHER_MS);
  const lines = gathered;
  gathered = [];
  if (lost > 0) logIncident('request_lines_lost', { lines: lost });
  lost = 0;
  await insertLines(db, lines);
}
