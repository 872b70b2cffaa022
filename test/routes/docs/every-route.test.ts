// Calls every documented operation with values generated from its own schemas: no 5xx, no
// undeclared status or type, and every JSON response matches its schema.
import { exports } from 'cloudflare:workers';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { makeAdmin } from '../../support/staff/admins.ts';
import { init } from '../../support/customer/api.ts';
import { makeDashboardTenant } from '../../support/staff/dashboard.ts';
import {
  Description,
  send,
  type Operation,
} from '../../support/installation/description/described-calls.ts';
import { issueTokens } from '../../support/site/grants.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';
import { basicOf } from '../../support/site/oauth.ts';

/** The number of runs per operation, low enough for the whole test to take only a few seconds. */
const RUNS = 3;
/** A fixed seed, so that every run makes the same calls. */
const SEED = 18;

/** Operations that end the caller's own access, so they are called last. */
const ENDS_ACCESS =
  /logout|change-password|\/2fa\/(verify|disable)|\/admins\/\{id\}$|\/team\/\{id\}$|api-keys\/\{id\}/;

let description: Description;
beforeAll(async () => {
  const answer = await exports.default.fetch(new Request('http://localhost:8787/openapi.json'));
  description = new Description(await answer.json());
});

interface World {
  /** Headers that identify the caller. */
  identity: Record<string, string>;
  /** Ids of existing objects. */
  known: string[];
  /** The lowest status that the latest operation returned. */
  best: number;
}

async function makeCustomer(): Promise<World> {
  const { testSecret } = await makeDashboardTenant();
  const token = await init(testSecret);
  return { identity: { 'X-API-Key': testSecret }, known: [token], best: 0 };
}

async function makeVisitor(): Promise<World> {
  const [{ testSecret }, browser] = [await makeDashboardTenant(), new TestBrowser()];
  await browser.open(await init(testSecret));
  return { identity: { Cookie: browser.cookieHeader }, known: [browser.sessionId], best: 0 };
}

async function makeOwner(): Promise<World> {
  const { owner, testSecret } = await makeDashboardTenant();
  await init(testSecret);
  return {
    identity: { Authorization: `Bearer ${owner.token}` },
    known: [String(owner.id)],
    best: 0,
  };
}

async function makeOperator(): Promise<World> {
  const [{ id, token }, { account }] = [await makeAdmin(), await issueTokens()];
  return {
    identity: { Authorization: `Bearer ${token}` },
    known: [String(id), String(account.id)],
    best: 0,
  };
}

async function makeSite(): Promise<World> {
  const { site, tokens } = await issueTokens();
  return { identity: basicOf(site), known: [tokens.access_token, site.id], best: 0 };
}

it.each([
  ['/verify/v1/', makeCustomer, 2],
  ['/api/v1/', makeCustomer, 3],
  ['/v/', makeVisitor, 2],
  ['/dashboard/v1/', makeOwner, 6],
  ['/admin/v1/', makeOperator, 6],
  ['/oauth/', makeSite, 1],
  ['/', makeVisitor, 3],
] as const)('%s answers as described (spec 9)', async (prefix, make, leastRead) => {
  const world = await make();
  const faults: string[] = [];
  const read: string[] = [];
  for (const operation of inOrder(prefix)) {
    const fault = await tryOut(operation, world);
    if (world.best < 400) read.push(operation.path);
    if (fault !== undefined) faults.push(`${operation.method} ${operation.path}: ${fault}`);
  }
  expect(faults).toEqual([]);
  // Enough operations must succeed to show that the caller has the permissions, ids and tokens that
  // it needs.
  expect(read.length).toBeGreaterThan(leastRead);
});

function inOrder(prefix: string): Operation[] {
  const groups = ['/verify/', '/api/', '/v/', '/dashboard/', '/admin/', '/oauth/'];
  const mine = description.operations.filter(({ path }) =>
    prefix === '/' ? !groups.some((one) => path.startsWith(one)) : path.startsWith(prefix),
  );
  const rank = ({ method, path }: Operation): number =>
    ENDS_ACCESS.test(path) && method !== 'GET' ? 3 : ['POST', 'GET', 'PATCH'].indexOf(method);
  return mine.toSorted((one, other) => rank(one) - rank(other));
}

/**
 * @returns the first response that does not match the operation's description, with the call that
 *   caused it; undefined if every response matches
 */
async function tryOut(operation: Operation, world: World): Promise<string | undefined> {
  let fault: string | undefined;
  world.best = 599;
  const holds = fc.asyncProperty(description.calls(operation, world.known), async (call) => {
    const answer = await send(operation, call, { ...world.identity, ...anyAddress() });
    world.best = Math.min(world.best, answer.status);
    remember(world, answer.headers, await answer.clone().text());
    fault = await description.faultOf(operation, answer);
    return fault === undefined;
  });
  const { failed, counterexample } = await fc.check(holds, {
    numRuns: RUNS,
    seed: SEED,
    endOnFailure: true,
  });
  return failed ? `${fault} for ${JSON.stringify(counterexample)}` : undefined;
}

/** A random IP address, because calls are limited per address. */
const anyAddress = () => ({
  'CF-Connecting-IP': `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}::1`,
});

/** Collects the ids and tokens in the response, and its cookies. */
function remember({ identity, known }: World, headers: Headers, text: string): void {
  for (const [, name] of text.matchAll(/"(?:id|token|challenge_id|session_token)":"?([\w-]+)/g))
    if (name !== undefined && !known.includes(name)) known.unshift(name);
  known.splice(8);
  for (const cookie of headers.getSetCookie())
    identity['Cookie'] = [identity['Cookie'], cookie.split(';')[0]].filter(Boolean).join('; ');
}
