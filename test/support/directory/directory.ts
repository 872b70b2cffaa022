// A customer's directory (SCIM client): its token, and its requests to `/scim/v2`.
import { env, exports } from 'cloudflare:workers';
import { sha256Hex } from '../../../src/crypto/hash.ts';
import { randomToken } from '../../../src/crypto/random.ts';
import { makeDashboardTenant, type DashboardTenant } from '../staff/dashboard.ts';

interface ScimReply {
  status: number;
  headers: Headers;
  /** The parsed JSON body; undefined if the response has no body. */
  body: any;
}

export interface Directory {
  tenant: DashboardTenant;
  token: string;
  /** @param body a string is sent unchanged */
  send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ScimReply>;
}

export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** @param options the token's default role and lifetime */
export async function makeDirectory(
  tenant?: DashboardTenant,
  { defaultRole = 'analyst', expiresInMs = 86_400_000 } = {},
): Promise<Directory> {
  const customer = tenant ?? (await makeDashboardTenant());
  const token = `xsc_${randomToken(32)}`;
  await env.DB.prepare(
    `INSERT INTO scim_tokens (id, tenant_id, hash, last_four, default_role, created_at_ms, expires_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
    .bind(
      `scim_${randomToken(12)}`,
      customer.id,
      await sha256Hex(token),
      token.slice(-4),
      defaultRole,
      Date.now(),
      Date.now() + expiresInMs,
    )
    .run();
  const send: Directory['send'] = (method, path, body, headers) =>
    sendScim(method, path, body, { Authorization: `Bearer ${token}`, ...headers });
  return { tenant: customer, token, send };
}

export async function sendScim(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ScimReply> {
  const response = await exports.default.fetch(
    new Request(`http://localhost:8787/scim/v2${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/scim+json; charset=utf-8' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

export const operations = (...list: object[]) => ({ schemas: [PATCH_OP], Operations: list });
