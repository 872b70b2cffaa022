// Runs a whole session for every row of the table in D-146, and checks the row's code in the log,
// what the person is shown, and what a developer reads in test mode. Row 9 is in
// wallet-withdrawn.test.ts; the other refusals of each row, in each protocol, are in
// test/workers/wallet.
import { exportJWK, generateKeyPair } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { goTo } from '../../support/visitor/hosted.ts';
import {
  offer,
  postForm,
  responseUriOf,
  TrustedWallet,
} from '../../support/visitor/trusted-wallet.ts';
import { beginSession, trustOneWallet } from '../../support/visitor/wallet-session.ts';
import { alterItem, documentOf, part } from '../../support/wallet/alter.ts';
import { makeSigner } from '../../support/wallet/pki.ts';

const HOUR_MS = 3_600_000;

const wallet = trustOneWallet();
const logged = vi.spyOn(console, 'error');
afterEach(() => void logged.mockReset());

const refusals = () =>
  logged.mock.calls
    .map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
    .filter(({ event }) => event === 'wallet_refused')
    .map(({ event: _event, ...facts }) => facts);

type Session = Awaited<ReturnType<typeof beginSession>>;
type Options = Parameters<TrustedWallet['prove']>[1];

const prove =
  (options: Options) =>
  async ({ browser }: Session) => {
    await wallet().prove(browser, options);
  };

/**
 * Presents a credential whose signer has a certificate from the trusted authority, but with the
 * given defect.
 */
const signedBy =
  (wrong: Parameters<typeof makeSigner>[1]) =>
  async ({ browser }: Session) => {
    const dates = {
      notBefore: new Date(Date.now() - 24 * HOUR_MS),
      notAfter: new Date(Date.now() + 24 * HOUR_MS),
    };
    const signer = await makeSigner(wallet().authority, { ...dates, ...wrong });
    await wallet().prove(browser, { issued: await wallet().issue({}, signer) });
  };

/** Alters the form of the wallet's response, and posts it as the wallet itself would. */
const post =
  (change: (form: URLSearchParams) => void) =>
  async ({ browser }: Session) => {
    const offered = await offer(browser, { way: 'other_device' });
    const { form } = (await wallet().answer(offered, 'direct_post')) as { form: string };
    const changed = new URLSearchParams(form);
    change(changed);
    await postForm(responseUriOf(offered), changed.toString());
  };

const decline = (error: string) =>
  post((form) => {
    form.delete('vp_token');
    form.set('error', error);
  });

interface Row {
  problem: string;
  act: (session: Session) => Promise<void>;
  /** The details that a developer in test mode receives in addition to the code and the reason. */
  has?: readonly ('transcript' | 'certificate' | 'digest')[];
}

const BEFORE = { problem: 'wallet_not_accepted' };
/** The expectation for rows 2 to 5, in which the signer is not known yet. */
const READ = { ...BEFORE, has: ['transcript'] } as const;
/** The details from row 6 on, in which the signer is known. */
const SIGNED = ['transcript', 'certificate'] as const;

const ROWS: Record<string, Row> = {
  '1 offer_gone': { ...BEFORE, act: post((form) => form.set('state', 'another')) },
  '1 protocol_not_offered': {
    ...BEFORE,
    act: async ({ browser }) => {
      await offer(browser);
      await browser.step('wallet/answer', { protocol: 'openid4vp-v1-signed', data: {} });
    },
  },
  '1 declined': { problem: 'wallet_declined', act: decline('access_denied') },
  '1 wallet_error': { problem: 'wallet_declined', act: decline('server_error') },
  '2 not_decryptable': {
    ...READ,
    act: async ({ browser }) => {
      const { publicKey } = await generateKeyPair('ECDH-ES', { extractable: true });
      await wallet().prove(browser, { encryptFor: await exportJWK(publicKey) });
    },
  },
  '3 malformed': { ...READ, act: prove({ alter: (map) => map.set('version', '2.0') }) },
  '4 no_document': { ...READ, act: prove({ alter: (map) => map.set('documents', []) }) },
  '4 other_document': { ...READ, act: prove({ order: { docType: 'example.library' } }) },
  '5 over_disclosed': {
    ...READ,
    act: prove({
      order: { claims: { age_over_18: true, birth_date: '2001-01-01' } },
      elements: ['age_over_18', 'birth_date'],
    }),
  },
  '5 under_disclosed': {
    ...READ,
    act: prove({
      alter: (map) => {
        part(documentOf(map), 'issuerSigned').set('nameSpaces', new Map());
      },
    }),
  },
  '6 untrusted_issuer': {
    problem: 'wallet_untrusted',
    has: SIGNED,
    act: async ({ browser }) => void (await (await TrustedWallet.make([])).prove(browser)),
  },
  '6 wrong_usage': {
    problem: 'wallet_untrusted',
    has: SIGNED,
    act: signedBy({ usages: ['1.3.6.1.5.5.7.3.1'] }),
  },
  '6 certificate_expired': {
    problem: 'wallet_expired',
    has: SIGNED,
    act: async (session) => signedBy({ notAfter: new Date(Date.now() - 1000) })(session),
  },
  '7 bad_signature': {
    problem: 'wallet_not_accepted',
    has: [...SIGNED, 'digest'],
    act: prove({
      order: { claims: { age_over_18: false } },
      alter: (map) => alterItem(map, (item) => item.set('elementValue', true)),
    }),
  },
  '7 expired': {
    problem: 'wallet_expired',
    has: SIGNED,
    act: async (session) =>
      prove({ order: { validity: { validUntil: new Date(Date.now() - 300_000) } } })(session),
  },
  '7 not_yet_valid': {
    problem: 'wallet_expired',
    has: SIGNED,
    act: async (session) =>
      prove({ order: { validity: { validFrom: new Date(Date.now() + 300_000) } } })(session),
  },
  '8 not_for_us': {
    problem: 'wallet_not_accepted',
    has: SIGNED,
    act: prove({ origin: 'https://elsewhere.example' }),
  },
  '10 replayed': {
    problem: 'wallet_not_accepted',
    has: ['certificate'],
    act: async ({ browser, isTest }) => {
      const issued = await wallet().issue();
      const first = await beginSession({}, isTest);
      await wallet().prove(first.browser, { issued });
      await wallet().prove(browser, { issued });
    },
  },
};

describe.each(Object.entries(ROWS))('row %s', (name, { problem, has = [], act }) => {
  const code = name.split(' ')[1];

  it('is logged, is one sentence for the person, and is explained in a test session', async () => {
    const session = await beginSession({}, true);
    await act(session);
    expect(refusals()).toEqual([{ code, test: 1 }]);
    const { data } = (await session.browser.view()).body;
    expect(data).toMatchObject({ status: 'in_progress', step: 'consent', problem });
    const { reason, ...details } = data.wallet.refusal;
    expect(reason).toMatch(/^[^.]+.*\.$/);
    expect(Object.keys(details).toSorted()).toEqual(['code', ...has].toSorted());
    expect(details.code).toBe(code);
  });

  it('is logged for a live session as well, where nobody is told why', async () => {
    const session = await beginSession();
    await act(session);
    expect(refusals()).toContainEqual({ code, test: 0 });
    const { data } = (await session.browser.view()).body;
    expect(data.problem).toBe(problem);
    expect(data.wallet).not.toHaveProperty('refusal');
  });
});

describe('row 11', () => {
  it('age_undecided is logged, and leads back to the choice', async () => {
    const { browser } = await beginSession({ min_age: 16 }, true);
    await wallet().prove(browser, { gate: 16, order: { claims: { age_over_18: false } } });
    expect(refusals()).toEqual([{ code: 'age_undecided', test: 1 }]);
    expect((await browser.view()).body.data).toMatchObject({
      problem: 'wallet_not_accepted',
      wallet: { refusal: { reason: 'age_over_18 is false, which does not answer an age of 16.' } },
    });
  });

  it('age_below_threshold is logged, and is the verdict', async () => {
    const { browser, result } = await beginSession();
    await wallet().prove(browser, { order: { claims: { age_over_18: false } } });
    expect(refusals()).toEqual([{ code: 'age_below_threshold', test: 0 }]);
    expect((await result()).reason).toBe('age_below_threshold');
  });
});

describe('an answer that no session waits for', () => {
  it('is logged as offer_gone, both for the page and for a link', async () => {
    const { browser } = await beginSession();
    const byPage = await wallet().answer(await offer(browser), 'org-iso-mdoc');
    goTo(5 * 60_000 + 1);
    expect((await browser.step('wallet/answer', byPage)).status).toBe(409);
    vi.useRealTimers();
    const offered = await offer(browser, { way: 'other_device' });
    const { form } = (await wallet().answer(offered, 'direct_post')) as { form: string };
    goTo(5 * 60_000 + 1);
    expect((await postForm(responseUriOf(offered), form)).status).toBe(400);
    expect(refusals()).toEqual([{ code: 'offer_gone' }, { code: 'offer_gone' }]);
  });

  it('that proves the age is not logged as a refusal', async () => {
    const { browser } = await beginSession();
    await wallet().prove(browser);
    expect(refusals()).toEqual([]);
  });
});
