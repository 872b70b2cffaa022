// Unknown members are refused with an error that names them, at every level of every body of the
// dashboard, admin and SDK groups; init ignores them, but reports them by name.
import { exports } from 'cloudflare:workers';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, post, VALID_INIT, type Reply } from '../support/customer/api.ts';
import { makeTenant } from '../support/customer/tenants.ts';
import {
  Description,
  type Operation,
} from '../support/installation/description/described-calls.ts';
import { valuesOf, type Schema } from '../support/installation/description/schema-values.ts';
import { makeAdmin } from '../support/staff/admins.ts';
import { ask, makeDashboardTenant } from '../support/staff/dashboard.ts';

const UNKNOWN = 'colour';
/**
 * Routes whose bodies contain the output of a browser's `toJSON()`, to which browsers may add
 * members (WebAuthn 5.1.8).
 */
const MADE_BY_BROWSERS = /\/passkey\/\w+\/finish$/;

let document: Schema;
let operations: readonly Operation[];
beforeAll(async () => {
  document = await (await exports.default.fetch('http://localhost:8787/openapi.json')).json();
  ({ operations } = new Description(document));
});

const GROUPS: [string, () => Promise<Record<string, string>>][] = [
  ['/api/v1/', async () => ({ 'X-API-Key': (await makeTenant()).testSecret })],
  ['/dashboard/v1/', async () => bearer((await makeDashboardTenant()).owner)],
  ['/admin/v1/', async () => bearer(await makeAdmin())],
];
const bearer = ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` });

const takesJson = ({ method, path, bodies }: Operation): boolean =>
  ['POST', 'PATCH', 'DELETE'].includes(method) &&
  !MADE_BY_BROWSERS.test(path) &&
  ('application/json' in bodies || (Object.keys(bodies).length === 0 && method !== 'DELETE'));

describe.each(GROUPS)('an unknown member below %s', (prefix, identify) => {
  it('is refused by name, at each level', async () => {
    const identity = await identify();
    const mine = operations.filter((one) => one.path.startsWith(prefix) && takesJson(one));
    expect(mine.length).toBeGreaterThan(1);
    const ignored: unknown[] = [];
    for (const { method, path, bodies } of mine) {
      const schema = bodies['application/json'] ?? { type: 'object' };
      for (const { body, field } of withUnknownMember(schema)) {
        const reply = await send(method, path, body, identity);
        const named = reply.body.error?.details?.map((detail) => detail.field);
        if (reply.body.error?.code !== 'VALIDATION_FAILED' || named?.includes(field) !== true)
          ignored.push([method, path, field, reply.status, reply.body.error]);
      }
    }
    expect(ignored).toEqual([]);
  });
});

let sender = 0;

function send(method: string, path: string, body: object, identity: Record<string, string>) {
  sender += 1;
  return call(path.replaceAll(/\{\w+\}/g, '1'), {
    method,
    headers: {
      ...identity,
      'Content-Type': 'application/json',
      'CF-Connecting-IP': `2001:db8:${sender.toString(16)}::1`,
    },
    body: JSON.stringify(body),
  });
}

/** Bodies derived from valid bodies, each with an unknown member in one of its objects. */
function withUnknownMember(schema: Schema): { body: object; field: string }[] {
  const fitting = fc.sample(valuesOf(schema, document) as fc.Arbitrary<object>, {
    numRuns: 12,
    seed: 41,
  });
  const found = new Map<string, object>();
  for (const value of fitting)
    for (const path of objectsIn(value)) {
      const body = structuredClone(value);
      const place = path.reduce<any>((inner, name) => inner[name], body);
      place[UNKNOWN] = 1;
      found.set([...path, UNKNOWN].join('.'), body);
    }
  return [...found].map(([field, body]) => ({ field, body }));
}

const objectsIn = (value: unknown, path: string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? [
        ...(Array.isArray(value) ? [] : [path]),
        ...Object.entries(value).flatMap(([name, inner]) => objectsIn(inner, [...path, name])),
      ]
    : [];

describe('a body with unknown members', () => {
  it('changes nothing, and has up to twenty of them listed with the other faults', async () => {
    const { owner } = await makeDashboardTenant();
    const before = await ask('GET', '/settings', owner.token);
    const reply = await ask('PATCH', '/settings', owner.token, {
      name: 'Other',
      agate_id: 'yes',
      theme: 'dark',
      colour: 1,
    });
    expect(reply.status).toBe(400);
    expect(reply.body.error?.details).toEqual(
      expect.arrayContaining([
        { field: 'agate_id', message: 'agate_id must be true or false.' },
        { field: 'theme', message: 'theme is not known here.' },
        { field: 'colour', message: 'colour is not known here.' },
      ]),
    );
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`m${at}`, at]));
    const long = { ['x'.repeat(9000)]: 1 };
    for (const body of [many, long]) {
      const { error } = (await ask('PATCH', '/settings', owner.token, body)).body;
      expect(error?.code).toBe('VALIDATION_FAILED');
      expect(JSON.stringify(error).length).toBeLessThan(4000);
    }
    expect((await ask('GET', '/settings', owner.token)).body.data).toEqual(before.body.data);
  });

  it('is refused if the route accepts none, while an empty body is accepted', async () => {
    const { owner } = await makeDashboardTenant();
    const path = '/auth/2fa/setup';
    const refused = await ask('POST', path, owner.token, { code: '123456' });
    expect(refused.body.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'code', message: 'code is not known here.' }],
    });
    expect((await ask('POST', path, owner.token, 'null')).status).toBe(400);
    expect((await ask('POST', path, undefined, { code: 1 })).status).toBe(401);
    for (const body of ['', '{}', undefined])
      expect((await ask('POST', path, owner.token, body)).status).toBe(200);
  });

  it('begins a session nevertheless, and the warnings name them', async () => {
    const { secret } = await makeTenant();
    const accept = { min_assurance: 'device', manner: ['document'] };
    const body = { ...VALID_INIT, min_Age: 21, webhook_url: null, accept };
    const warned = (reply: Reply) => reply.body.data.warnings;
    const reply = await post('/verify/v1/init', body, secret);
    expect(reply.status).toBe(201);
    expect(warned(reply)).toEqual(
      ['min_Age', 'webhook_url', 'accept.manner'].map((field) => ({
        code: 'unknown_member',
        message: `${field} is not known here and was ignored.`,
        field,
      })),
    );
    expect(warned(await post('/verify/v1/init', VALID_INIT, secret))).toBeUndefined();
  });
});
