// A customer's backend, which creates sessions and reads results with the demo tenant's secret
// keys.
import { inject } from 'vitest';

interface Announced {
  token: string;
  verify_url: string;
}

interface ResultData {
  token: string;
  status: string;
  verified: boolean;
  reason?: string;
  external_user_id?: string;
  checks: Record<'liveness' | 'age' | 'document', { performed: boolean; passed: boolean }>;
  test?: boolean;
}

/**
 * The return URL for visitors in these tests: a page of the demo's shop that exists and has no side
 * effects.
 */
export const returnAddress = (): string => `${inject('demo').shop_url}/?order=7`;

/**
 * Creates a live session with on-device measurement, so that only the page decides the outcome.
 * @param fields fields for init, in addition to a gate of 18
 */
export function announce(fields: Record<string, unknown> = {}): Promise<Announced> {
  return call('live', '/verify/v1/init', init({ verification_mode: 'facial', ...fields }));
}

/**
 * Creates a live session that permits measurement at the edge and the reuse of an account's result.
 */
export function announceAuto(fields: Record<string, unknown> = {}): Promise<Announced> {
  return announce({ verification_mode: 'auto', ...fields });
}

/** Creates a test session, in which nobody is checked. */
export function announceTest(fields: Record<string, unknown> = {}): Promise<Announced> {
  return call('test', '/verify/v1/init', init(fields));
}

/**
 * Reads the result as the customer's backend does.
 * @param mode the mode of the session
 */
export function readResult(token: string, mode: 'live' | 'test' = 'live'): Promise<ResultData> {
  return call(mode, `/verify/v1/result/${token}`);
}

/** Settles a test session without a browser. */
export function settle(token: string, status: string): Promise<ResultData> {
  return call('test', `/verify/v1/sandbox/${token}/outcome`, { status });
}

const init = (fields: Record<string, unknown>) => ({
  callback_url: returnAddress(),
  min_age: 18,
  ...fields,
});

async function call<T>(mode: 'live' | 'test', path: string, body?: object): Promise<T> {
  const { base_url: base, tenant } = inject('demo');
  const key = mode === 'live' ? tenant.secret_key : tenant.test_secret_key;
  const response = await fetch(base + path, {
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { success: boolean; data: T };
  if (!answer.success) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}
