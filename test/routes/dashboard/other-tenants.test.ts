// No customer can reach another customer's data. Every documented dashboard route that accepts an
// id is tested; a new route fails until THINGS has a function that creates an object for it.
import { exports } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { app } from '../../../src/app.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { askCompanyForRecords } from '../../support/staff/company/resolver.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { BODIES, everythingOf, THINGS } from '../../support/staff/dashboard-things.ts';

const PREFIX = '/dashboard/v1';
const routes = app.openAPIRegistry.definitions.flatMap((definition) =>
  definition.type === 'route' &&
  definition.route.path.startsWith(PREFIX) &&
  definition.route.path.includes('{')
    ? [`${definition.route.method.toUpperCase()} ${definition.route.path.slice(PREFIX.length)}`]
    : [],
);

const kindOf = (route: string) => Object.keys(THINGS).find((kind) => route.includes(` ${kind}/{`));

function send(route: string, id: string, token: string) {
  const [method = '', path = ''] = route.split(' ');
  return ask(method, path.replace(/\{\w+\}/, encodeURIComponent(id)), token, BODIES[route]);
}

/** Routes whose response has no envelope. */
const FILES = ['GET /sessions/{token}/receipt'];

async function findOwn(route: string, id: string, token: string) {
  if (!FILES.includes(route)) return send(route, id, token);
  const path = route.replace('GET ', PREFIX).replace(/\{\w+\}/, id);
  const headers = { Authorization: `Bearer ${token}` };
  const file = await exports.default.fetch(
    new Request(`http://localhost:8787${path}`, { headers }),
  );
  return { status: file.status, body: { error: undefined } };
}

/**
 * Routes that take a single id. Routes with a picture's link are left out: the link is a second id,
 * valid for one member and for one minute (reviews.test.ts).
 */
const ofOneName = routes.filter((route) => !route.includes('{link}'));

/** Paths without their own list: the objects below them are listed elsewhere. */
const WITHOUT_LIST = ['/deliveries', '/members', '/sso/domains'];

let owner: DashboardTenant;
let stranger: DashboardTenant;
beforeEach(async () => {
  askCompanyForRecords();
  owner = await makeDashboardTenant();
  stranger = await makeDashboardTenant();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('objects of another customer', () => {
  it('are covered here for every route that names one', () => {
    expect(routes.length).toBeGreaterThan(0);
    expect(routes.filter((route) => kindOf(route) === undefined)).toEqual([]);
    const used = new Set(routes.map(kindOf));
    expect(Object.keys(THINGS).filter((kind) => !used.has(kind))).toEqual([]);
    expect(Object.keys(BODIES).filter((route) => !routes.includes(route))).toEqual([]);
  });

  it.each(ofOneName)('are not accessible: %s answers 404 and changes nothing', async (route) => {
    const id = await THINGS[kindOf(route)!]!(owner);
    const before = await everythingOf(owner);
    const { status, body } = await send(route, id, stranger.owner.token);
    expect([status, body.error]).toEqual([
      404,
      { code: 'NOT_FOUND', message: 'There is nothing here.' },
    ]);
    expect(await everythingOf(owner)).toBe(before);
    // The owner's identical request succeeds, so the id was right.
    const own = await findOwn(route, id, owner.owner.token);
    expect([own.status, own.body.error]).toEqual([200, undefined]);
  });

  it.each(routes)('look like objects that do not exist: %s', async (route) => {
    const malformed = ['nothing', 'x'.repeat(1000), '0', "' OR 1=1 --", '../', 'é', 'a\0b'];
    for (const id of malformed) {
      const { status, body } = await send(route, id, stranger.owner.token);
      expect([id, status, body.error?.message]).toEqual([id, 404, 'There is nothing here.']);
    }
  });

  it('are not in any list', async () => {
    const names: Record<string, string> = { '/sessions': 'token' };
    const modes: Record<string, string> = {
      '/faces': 'live',
      '/blocked-faces': 'live',
      '/sessions': 'live',
    };
    for (const kind of Object.keys(THINGS).filter((one) => !WITHOUT_LIST.includes(one))) {
      // Each kind gets a new customer, because blocking faces changes the consent that a customer's
      // visitors must give.
      owner = await makeDashboardTenant();
      const id = await THINGS[kind]!(owner);
      const idsFor = async ({ owner: { token } }: DashboardTenant) =>
        (await ask('GET', `${kind}?mode=${modes[kind] ?? 'test'}`, token)).body.data.map(
          (row: Record<string, string | number>) => String(row[names[kind] ?? 'id']),
        );
      await eventually(async () => expect(await idsFor(owner)).toContain(id));
      expect(await idsFor(stranger)).not.toContain(id);
    }
  });
});
