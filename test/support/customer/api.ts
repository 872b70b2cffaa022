import { exports } from 'cloudflare:workers';

interface Envelope {
  success: boolean;
  data?: any;
  error?: { code: string; message: string; details?: { field: string; message: string }[] };
  meta: { request_id: string; timestamp: string; api_version?: string };
}

export interface Reply {
  status: number;
  headers: Headers;
  body: Envelope;
}

const ORIGIN = 'http://localhost:8787';

export async function call(path: string, init: RequestInit = {}): Promise<Reply> {
  const response = await exports.default.fetch(new Request(`${ORIGIN}${path}`, init));
  return { status: response.status, headers: response.headers, body: await response.json() };
}

export function get(path: string, key?: string, headers: Record<string, string> = {}) {
  return call(path, { headers: { ...(key !== undefined && { 'X-API-Key': key }), ...headers } });
}

export function post(
  path: string,
  body: unknown,
  key?: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return call(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(key !== undefined && { 'X-API-Key': key }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/**
 * Returns a function that calls endpoints of a group with an access token.
 * @param group the group's path, such as `/admin/v1`
 */
export const callWithToken =
  (group: string) =>
  (
    method: string,
    path: string,
    token?: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> =>
    call(`${group}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

export const VALID_INIT = { callback_url: 'https://shop.example/return', min_age: 18 } as const;

export async function init(key: string, fields: Record<string, unknown> = {}): Promise<string> {
  const reply = await post('/verify/v1/init', { ...VALID_INIT, ...fields }, key);
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body.data.token;
}
