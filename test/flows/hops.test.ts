// Counts what each request asks of the bindings (architecture 3), by handing the Worker an env that counts.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import worker from '../../src/index.ts';
import { VALID_INIT } from '../support/api.ts';
import { makeTenant } from '../support/tenants.ts';

interface Hops {
  objects: number;
  d1: number;
  assets: number;
}

/** Wraps an object so that every call of a method, at any depth below `depth`, is reported. */
function countCalls<T extends object>(target: T, report: (name: string) => void): T {
  return new Proxy(target, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name, object);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]) => {
        report(String(name));
        return Reflect.apply(member, object, values) as unknown;
      };
    },
  });
}

function countObjects<T extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<T>,
  hops: Hops,
): DurableObjectNamespace<T> {
  return new Proxy(namespace, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name, object);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]) => {
        const made = Reflect.apply(member, object, values) as object;
        return name === 'get' ? countCalls(made, () => void (hops.objects += 1)) : made;
      };
    },
  });
}

function countingEnv(hops: Hops): Env {
  return {
    ...env,
    DB: countCalls(env.DB, () => void (hops.d1 += 1)),
    ASSETS: countCalls(env.ASSETS, () => void (hops.assets += 1)),
    VERIFICATION_SESSION: countObjects(env.VERIFICATION_SESSION, hops),
    IDEMPOTENCY_RECORD: countObjects(env.IDEMPOTENCY_RECORD, hops),
    RATE_LIMITER: countObjects(env.RATE_LIMITER, hops),
  };
}

describe('hop budget', () => {
  it('is one object call and no database read for init, result and status once a key is known', async () => {
    const { secret } = await makeTenant();
    const hops: Hops = { objects: 0, d1: 0, assets: 0 };
    const counting = countingEnv(hops);
    const ask = async (path: string, body?: unknown, headers = {}) => {
      Object.assign(hops, { objects: 0, d1: 0, assets: 0 });
      const execution = createExecutionContext();
      const request = new Request(`http://localhost:8787/verify/v1${path}`, {
        headers: { 'X-API-Key': secret, 'Content-Type': 'application/json', ...headers },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      const response = await worker.fetch(request, counting, execution);
      await waitOnExecutionContext(execution);
      const { data } = await response.json<{ data: { token: string } }>();
      return { data, status: response.status, ...hops };
    };
    const cold = await ask('/init', VALID_INIT);
    expect(cold).toMatchObject({ status: 201, objects: 1, d1: 1 });
    const warm = await ask('/init', VALID_INIT);
    expect(warm).toMatchObject({ status: 201, objects: 1, d1: 0, assets: 0 });
    const { token } = warm.data;
    expect(await ask(`/result/${token}`)).toMatchObject({ status: 200, objects: 1, d1: 0 });
    expect(await ask(`/status/${token}`)).toMatchObject({ status: 200, objects: 1, d1: 0 });
    for (const wrong of ['xtk_nonsense', `xtk_${'A'.repeat(86)}`])
      expect(await ask(`/result/${wrong}`)).toMatchObject({ status: 404, objects: 1, d1: 0 });
    const idempotent = await ask('/init', VALID_INIT, { 'Idempotency-Key': 'once' });
    expect(idempotent).toMatchObject({ status: 201, objects: 2, d1: 0 });
  });
});
