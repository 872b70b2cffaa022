// The invariants of a grant under any order of events: random interleavings on the real object,
// compared with a model.
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LIFETIMES } from '../../src/config/config.ts';
import { DAY_MS } from '../../src/time/durations.ts';
import { makeAccount } from '../support/account/accounts.ts';
import { makeContext } from '../support/installation/context.ts';
import { authorizeSite, makeSite, revokeGrants } from '../support/site/grants.ts';
import type { TestClient } from '../support/site/oauth.ts';
import { authenticateClient } from '../../src/domain/openid/clients/client.ts';
import type { OAuthClient } from '../../src/domain/openid/clients/oauth-client.ts';
import { disconnect } from '../../src/domain/openid/grants/connections.ts';
import {
  redeemCode,
  rotateRefreshToken,
  type TokenSet,
} from '../../src/domain/openid/grants/issue-tokens.ts';
import { introspectToken, revokeToken } from '../../src/domain/openid/grants/introspect.ts';
import { CALLBACK, VERIFIER } from '../support/site/oauth-request.ts';
import type { Account } from '../../src/domain/accounts/account.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;
const STEPS = [
  'exchange',
  'exchange as a stranger',
  'exchange with a wrong verifier',
  'refresh',
  'refresh as a stranger',
  'retry the previous refresh token',
  'replay the oldest refresh token',
  'revoke',
  'revoke as a stranger',
  'suspend',
  'lock',
  'unlock',
  'withdraw',
  'wait a moment',
  'let the code expire',
] as const;

type Step = (typeof STEPS)[number];

/** The expected state of one grant. */
interface Model {
  alive: boolean;
  exchanged: boolean;
  /** Refresh tokens in the order they were issued; the last one is valid. */
  told: string[];
  approvedAtMs: number;
  rotatedAtMs: number;
}

interface World {
  code: string;
  account: Account;
  site: TestClient;
  client: OAuthClient;
  stranger: OAuthClient;
}

it('never has two live refresh tokens, keeps no token alive after its end, and ignores foreign requests', async () => {
  const step = constantFrom(...STEPS);
  const property = assert(
    asyncProperty(array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const world = await makeWorld();
      const model: Model = {
        alive: true,
        exchanged: false,
        told: [],
        approvedAtMs: Date.now(),
        rotatedAtMs: 0,
      };
      for (const one of steps) {
        await perform(one, world, model);
        await compare(world, model);
      }
    }),
    { numRuns: 25 },
  );
  await expect(property).resolves.toBeUndefined();
}, 180_000);

it('moves its alarm once per day of refreshes, and immediately when it ends', async () => {
  const ctx = makeContext();
  const { code, client } = await makeWorld();
  const presented = { code, codeVerifier: VERIFIER, redirectUri: CALLBACK };
  const first = await redeemCode(ctx, client, presented);
  const grantId = String(decodeJwt(first?.accessToken ?? '')['grant_id']);
  const stub = env.GRANT.get(env.GRANT.idFromString(grantId));
  const lifeMs = LIFETIMES.refreshIdleMs + LIFETIMES.accessTokenMs;
  const alarm = () => runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
  const redeemedAtMs = Date.now();
  expect(await alarm()).toBe(redeemedAtMs + lifeMs + DAY_MS);

  vi.setSystemTime(redeemedAtMs + DAY_MS);
  const second = await rotateRefreshToken(ctx, client, first?.refreshToken ?? '');
  expect(await alarm()).toBe(redeemedAtMs + lifeMs + DAY_MS);

  vi.setSystemTime(redeemedAtMs + DAY_MS + MINUTE_MS);
  const third = await rotateRefreshToken(ctx, client, second?.refreshToken ?? '');
  expect(await alarm()).toBe(Date.now() + lifeMs + DAY_MS);

  await revokeToken(ctx, client.id, third?.refreshToken ?? '');
  expect(await alarm()).toBe(Date.now() + LIFETIMES.accessTokenMs);
});

async function makeWorld(): Promise<World> {
  const ctx = makeContext();
  const [one, other] = [await authorizeSite({ account: await makeAccount() }), await makeSite()];
  const client = await authenticateClient(ctx, one.site.id, one.site.secret);
  const stranger = await authenticateClient(ctx, other.id, other.secret);
  return {
    code: one.code,
    account: one.account,
    site: one.site,
    client: client!,
    stranger: stranger!,
  };
}

async function perform(step: Step, world: World, model: Model): Promise<void> {
  const ctx = makeContext();
  const { code, client, stranger, account, site } = world;
  const exchange = (by: OAuthClient, codeVerifier = VERIFIER) =>
    redeemCode(ctx, by, { code, redirectUri: CALLBACK, codeVerifier });
  switch (step) {
    case 'exchange':
      return noteExchange(await exchange(client), model);
    case 'exchange as a stranger':
      return refuse(await exchange(stranger));
    case 'exchange with a wrong verifier':
      return refuse(await exchange(client, VERIFIER.replace('d', 'e')));
    case 'refresh':
      return noteRefresh(model.told.at(-1), ctx, client, model);
    case 'refresh as a stranger':
      return refuse(await rotateRefreshToken(ctx, stranger, model.told.at(-1) ?? 'x'));
    case 'retry the previous refresh token':
      return noteRefresh(model.told.at(-2), ctx, client, model);
    case 'replay the oldest refresh token':
      return noteRefresh(model.told[0], ctx, client, model);
    case 'revoke':
      await revokeToken(ctx, client.id, model.told.at(-1) ?? 'x');
      if (model.told.length > 0) model.alive = false;
      return undefined;
    case 'revoke as a stranger':
      return revokeToken(ctx, stranger.id, model.told.at(-1) ?? 'x');
    case 'suspend':
      await revokeGrants(ctx, { accountId: account.id });
      model.alive = false;
      return undefined;
    case 'lock':
      return setLock(account, Date.now() + 45_000);
    case 'unlock':
      return setLock(account, 0);
    case 'withdraw':
      await disconnect(ctx, account.id, site.id);
      model.alive = false;
      return undefined;
    case 'wait a moment':
      return void vi.setSystemTime(Date.now() + 31_000);
    case 'let the code expire':
      return void vi.setSystemTime(Date.now() + MINUTE_MS);
  }
}

/**
 * Locks an account until the given time. The lock only affects passwords, so no grant changes
 * (D-62).
 */
async function setLock(account: Account, untilMs: number): Promise<void> {
  await env.DB.prepare("UPDATE accounts SET status = 'locked', locked_until_ms = ? WHERE id = ?")
    .bind(untilMs, account.id)
    .run();
}

const refuse = (tokens: TokenSet | undefined): void => expect(tokens).toBeUndefined();

/**
 * The first exchange within the time limit succeeds; the next exchange by the right client ends the
 * grant (S-46).
 */
function noteExchange(tokens: TokenSet | undefined, model: Model): void {
  const inTime = Date.now() < model.approvedAtMs + MINUTE_MS;
  const succeeds = model.alive && !model.exchanged && inTime;
  expect(tokens !== undefined).toBe(succeeds);
  if (tokens !== undefined) {
    model.told = [tokens.refreshToken];
    model.exchanged = true;
    model.rotatedAtMs = Date.now();
  } else if (model.exchanged) model.alive = false;
}

async function noteRefresh(
  token: string | undefined,
  ctx: ReturnType<typeof makeContext>,
  client: OAuthClient,
  model: Model,
): Promise<void> {
  if (token === undefined) return;
  const place = model.told.length - 1 - model.told.indexOf(token);
  const isRetry = place === 1 && Date.now() < model.rotatedAtMs + 30_000;
  const tokens = await rotateRefreshToken(ctx, client, token);
  expect(tokens !== undefined).toBe(model.alive && (place === 0 || isRetry));
  if (tokens === undefined) model.alive = false;
  else if (place === 0) {
    model.told.push(tokens.refreshToken);
    model.rotatedAtMs = Date.now();
  }
  // A retry with the previous token returns the current token again.
  expect(tokens?.refreshToken ?? model.told.at(-1)).toBe(model.told.at(-1));
}

async function compare({ client, stranger }: World, model: Model): Promise<void> {
  const ctx = makeContext();
  const active = await Promise.all(model.told.map((token) => introspectToken(ctx, client, token)));
  const live = active.filter((token) => token !== undefined).length;
  expect(live).toBe(model.alive && model.exchanged ? 1 : 0);
  expect(active.at(-1) !== undefined).toBe(live === 1);
  for (const token of model.told)
    expect(await introspectToken(ctx, stranger, token)).toBeUndefined();
}
