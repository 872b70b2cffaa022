// The access log: one structured line per request, without tokens, keys, addresses or path
// parameters.
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { ConfigError } from '../config/setting-readers.ts';
import type { AppEnv } from './app-env.ts';
import { newRequestId } from './request-id.ts';

/** Assigns the request id and logs the request when it is done. */
export const identifyAndLog = createMiddleware<AppEnv>(async (c, next) => {
  const started = Date.now();
  const requestId = newRequestId();
  c.set('requestId', requestId);
  c.header('X-Request-Id', requestId);
  await next();
  writeLine({
    request_id: requestId,
    method: c.req.method,
    route: routePath(c, -1),
    status: c.res.status,
    duration_ms: Date.now() - started,
    ...(c.res.status >= 500 && c.error !== undefined && describeFailure(c.error)),
  });
});

/**
 * Returns the error's name and stack frames without its message, because messages of database
 * errors contain bound parameters. Only the message of a ConfigError is included, because it is
 * safe.
 */
function describeFailure(error: Error): { error: string; at: string } {
  if (error instanceof ConfigError) return { error: error.message, at: 'config' };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s*at /.test(line));
  return {
    error: error.name,
    at: frames
      .slice(0, 8)
      .map((line) => line.trim())
      .join(' < '),
  };
}

function writeLine(line: Record<string, string | number>): void {
  console.log(JSON.stringify(line));
}
