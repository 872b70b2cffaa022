// Adds a call to the request log of the customer whose key it used (D-118).
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { noteRequest } from '../../domain/platform/request-log/note-request.ts';
import type { Principal } from '../../domain/verification/customer.ts';
import type { AppEnv } from '../app-env.ts';
import { toAppError } from '../envelope.ts';

/**
 * Logs the calls to a surface that uses API keys. It must run before any middleware that may refuse
 * a call.
 */
export const logForCustomer = createMiddleware<AppEnv>(async (c, next) => {
  const startedMs = Date.now();
  await next();
  // An invalid key belongs to no customer, so there is no log to add the call to.
  const principal = c.get('principal') as Principal | undefined;
  if (principal === undefined) return;
  noteRequest(c.get('ctx'), {
    tenantId: principal.tenant.id,
    test: principal.test,
    requestId: c.get('requestId'),
    method: c.req.method,
    route: routePath(c, -1).replaceAll(/:(\w+)/g, '{$1}'),
    status: c.res.status,
    ...(c.error !== undefined && { code: toAppError(c.error).code }),
    durationMs: Date.now() - startedMs,
  });
});
