// Row 9 of D-146 in whole sessions: a credential that its issuer has revoked, according to lists
// that the schedule fetches (D-150).
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runSchedule } from '../../../src/background.ts';
import { createContext } from '../../../src/context.ts';
import { CREDENTIALS, type Credential } from '../../../src/wallet/age-claims.ts';
import { serviceWith } from '../../support/installation/service-with.ts';
import { goTo, type TestBrowser } from '../../support/visitor/hosted.ts';
import {
  JUDGE,
  madeOf,
  offer,
  postForm,
  responseUriOf,
} from '../../support/visitor/trusted-wallet.ts';
import { beginSession, trustOneWallet } from '../../support/visitor/wallet-session.ts';
import { answerSdJwt, issueSdJwt } from '../../support/wallet/sd-jwt.ts';
import { signStatusList } from '../../support/wallet/status-list.ts';

const URI = 'https://issuer.quarry.example/lists/1';
const HOUR_MS = 3_600_000;
/** The indexes of a valid and a withdrawn credential in the status list. */
const [VALID, WITHDRAWN] = [0, 1];

const wallet = trustOneWallet(Object.values(CREDENTIALS).map(({ docType }) => docType));
const logged = vi.spyOn(console, 'error');
afterEach(() => {
  vi.unstubAllGlobals();
  logged.mockReset();
});

const nowS = () => Math.floor(Date.now() / 1000);

class Service {
  readonly bindings: Env;
  readonly fetch: (request: Request) => Promise<Response>;

  constructor(setting: 'off' | 'accept' | 'refuse') {
    const settings = { WALLET: JUDGE, WALLET_STATUS_LISTS: setting };
    this.bindings = { ...env, ...settings } as unknown as Env;
    this.fetch = serviceWith(this.bindings);
  }

  /**
   * Runs the ten-minute schedule.
   * @param isThere whether the issuer's list can be fetched
   * @param lifeS the lifetime of the list, in seconds
   */
  async runSchedule(isThere = true, lifeS = 3600): Promise<void> {
    const claims = { exp: nowS() + lifeS };
    const order = { uri: URI, statuses: [0, 1, 0, 0, 0, 0, 0, 0], iat: nowS(), claims };
    const token = await signStatusList(wallet().signer, order);
    vi.stubGlobal('fetch', async () =>
      isThere ? new Response(token) : new Response('', { status: 503 }),
    );
    const ctx = createContext(this.bindings, createExecutionContext());
    await runSchedule(ctx, '*/10 * * * *');
    vi.unstubAllGlobals();
  }

  /** Runs a session from init to its result. */
  async visit(show: Show, index: number, isTest = false) {
    const session = await beginSession({}, isTest, this.fetch);
    await show(session.browser, index, this.fetch);
    const { data } = (await session.browser.view()).body;
    return { session, view: data, result: await session.result() };
  }
}

type Show = (
  browser: TestBrowser,
  index: number,
  fetch: (request: Request) => Promise<Response>,
) => Promise<void>;

const byPage =
  (credential: 'eu_av' | 'mdl'): Show =>
  async (browser, index) => {
    const issued = await wallet().issue({ credential, status: { uri: URI, index } });
    await wallet().prove(browser, { credential, issued });
  };

const issueCard = (credential: Credential, index: number) =>
  issueSdJwt(wallet().signer, {
    credential,
    claims: {
      iat: nowS() - 60,
      exp: nowS() + 3600,
      status: { status_list: { uri: URI, idx: index } },
    },
  });

const cardByPage: Show = async (browser, index) => {
  const made = madeOf(await offer(browser, { credential: 'pid_de' }));
  const card = await issueCard('pid_de', index);
  const answered = await answerSdJwt(made, 'openid4vp-v1-unsigned', card, { iatS: nowS() });
  await browser.step('wallet/answer', answered);
};

const cardByCode: Show = async (browser, index, fetch) => {
  const offered = await offer(browser, { credential: 'pid', way: 'other_device' });
  const card = await issueCard('pid', index);
  const answered = await answerSdJwt(madeOf(offered), 'direct_post', card, { iatS: nowS() });
  const { form } = answered as { form: string };
  const uri = responseUriOf({ ...offered, links: { av: offered.links.openid4vp ?? '' } });
  const { status } = await postForm(uri, form, undefined, fetch);
  expect(status).toBe(index === WITHDRAWN ? 400 : 200);
};

const refusals = () =>
  logged.mock.calls
    .map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
    .filter(({ event }) => event === 'wallet_refused');

describe.each([
  ['a driving licence', byPage('mdl'), 'org.iso.18013.5.1.mDL'],
  ['an age attestation', byPage('eu_av'), 'eu.europa.ec.av.1'],
  ['an identity card of Germany', cardByPage, 'urn:eudi:pid:de:1'],
  ['an identity card, by a code', cardByCode, 'urn:eudi:pid:1'],
])('%s', (_credential, show, docType) => {
  it('is accepted if its issuer’s list calls it valid, and refused otherwise', async () => {
    const service = new Service('accept');
    // The list has not been fetched yet, because no credential has referred to it before.
    expect((await service.visit(show, VALID)).result.status).toBe('success');
    await service.runSchedule();
    expect((await service.visit(show, VALID)).result).toMatchObject({
      status: 'success',
      verified: true,
      verification_type: 'eu_wallet',
      proof: { method: 'wallet', bracket: '18+', credential: docType, issuer_country: 'UT' },
    });
    expect(refusals()).toEqual([]);
    const { view, result } = await service.visit(show, WITHDRAWN);
    expect(view).toMatchObject({
      status: 'in_progress',
      step: 'consent',
      problem: 'wallet_not_accepted',
      wallet: { answers_left: 4 },
    });
    expect(view.wallet).not.toHaveProperty('refusal');
    expect(result).not.toHaveProperty('proof');
    expect(refusals()).toEqual([
      { event: 'wallet_refused', code: 'revoked', withdrawal: 'listed', test: 0 },
    ]);
  });
});

describe('a withdrawn credential', () => {
  it('is explained to a developer in a test session, without its number', async () => {
    const service = new Service('accept');
    await service.visit(byPage('mdl'), VALID);
    await service.runSchedule();
    const { view } = await service.visit(byPage('mdl'), WITHDRAWN, true);
    expect(view.wallet.refusal).toEqual({
      code: 'revoked',
      reason: `The status list at ${URI} does not list the credential as valid.`,
      certificate: expect.stringContaining('Quarry'),
    });
  });

  it('ends a session that accepts nothing else with the fifth answer', async () => {
    const service = new Service('accept');
    await service.visit(byPage('mdl'), VALID);
    await service.runSchedule();
    const alone = await beginSession({ accept: { methods: ['wallet'] } }, false, service.fetch);
    for (let n = 0; n < 5; n += 1) await byPage('mdl')(alone.browser, WITHDRAWN, service.fetch);
    expect(await alone.result()).toMatchObject({
      status: 'failed',
      reason: 'wallet_not_accepted',
      checks: { eu_wallet: { performed: true, passed: false } },
    });
  });

  it('passes if the setting is off', async () => {
    const service = new Service('off');
    await service.visit(byPage('mdl'), VALID);
    await service.runSchedule();
    expect((await service.visit(byPage('mdl'), WITHDRAWN)).result.status).toBe('success');
  });
});

describe('a status list that cannot be fetched', () => {
  it('refuses everybody under `refuse`, until it can be fetched', async () => {
    const service = new Service('refuse');
    const before = await service.visit(byPage('mdl'), VALID, true);
    expect(before.view).toMatchObject({
      step: 'consent',
      problem: 'wallet_not_accepted',
      wallet: { refusal: { code: 'revoked', reason: expect.stringContaining('cannot be read') } },
    });
    expect(refusals()).toEqual([
      { event: 'wallet_refused', code: 'revoked', withdrawal: 'list_unavailable', test: 1 },
    ]);
    await service.runSchedule(false);
    expect((await service.visit(byPage('mdl'), VALID)).result.status).toBe('in_progress');
    goTo(HOUR_MS + 1);
    await service.runSchedule();
    expect((await service.visit(byPage('mdl'), VALID)).result.status).toBe('success');
  });

  it.each([
    ['accept', 'success'],
    ['refuse', 'in_progress'],
  ] as const)('follows the setting once it is stale: %s', async (setting, status) => {
    const service = new Service(setting);
    await service.visit(byPage('mdl'), VALID);
    await service.runSchedule();
    goTo(2 * HOUR_MS);
    await service.runSchedule(false);
    for (const index of [VALID, WITHDRAWN])
      expect((await service.visit(byPage('mdl'), index)).result.status).toBe(status);
    goTo(2 * HOUR_MS);
    await service.runSchedule();
    expect((await service.visit(byPage('mdl'), VALID)).result.status).toBe('success');
    expect((await service.visit(byPage('mdl'), WITHDRAWN)).result.status).toBe('in_progress');
  });

  it('is fetched again before it expires, even if the issuer allows it half an hour only', async () => {
    const service = new Service('refuse');
    await service.visit(byPage('mdl'), VALID);
    for (let run = 0; run < 8; run += 1) {
      await service.runSchedule(true, 1800);
      goTo(10 * 60_000);
      expect((await service.visit(byPage('mdl'), VALID)).result.status).toBe('success');
    }
  });
});
