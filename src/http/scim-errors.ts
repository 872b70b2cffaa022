// SCIM responses for a customer's directory; errors have the format of RFC 7644 3.12, for every
// status.
import type { Context as HonoContext, ErrorHandler } from 'hono';
import { ScimError, type AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';
import { recogniseError, setRetryAfter } from './envelope.ts';
import { statusOf } from './error-status.ts';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

type ScimStatus = 200 | 201 | ReturnType<typeof statusOf>;

/** @param body a resource, a list or an error */
export function answerScim(c: HonoContext<AppEnv>, body: object, status: ScimStatus = 200) {
  c.header('Cache-Control', 'no-store');
  return c.body(JSON.stringify(body), status, { 'Content-Type': 'application/scim+json' });
}

export const renderScimError: ErrorHandler<AppEnv> = async (error, c) => {
  const known = await recogniseError(error, c);
  setRetryAfter(known, c);
  if (known.allow !== undefined) c.header('Allow', known.allow.join(', '));
  const scimType = scimTypeOf(known);
  const status = statusOf(known);
  const body = {
    schemas: [ERROR_SCHEMA],
    ...(scimType !== undefined && { scimType }),
    detail: known.message,
    status: String(status),
  };
  return answerScim(c, body, status);
};

function scimTypeOf(error: AppError): string | undefined {
  if (error instanceof ScimError) return error.scimType;
  if (error.code === 'VALIDATION_FAILED') return 'invalidValue';
  return error.code === 'INVALID_REQUEST' ? 'invalidSyntax' : undefined;
}
