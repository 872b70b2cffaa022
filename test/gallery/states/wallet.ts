// States of a wallet in the camera's place: the offer, the step, the waiting, and what may go wrong.
import type { Page } from 'playwright-core';
import type { SessionView } from '../../../widget/hosted/requests/wire.ts';
import type { Answer, GalleryState } from '../support/gallery-state.ts';
import { sessionView } from '../support/session-views.ts';
import { pressMain } from './before-camera.ts';

const WALLET = { gate: 18, credentials: ['eu_av', 'mdl'], answers_left: 5 } satisfies NonNullable<
  SessionView['wallet']
>;

const withWallet = (changes: Partial<SessionView> = {}): SessionView =>
  sessionView({
    measured: 'edge',
    request: { purpose: 'age_verification', mode: 'auto', gate: 18 },
    wallet: WALLET,
    ...changes,
  });

const AT_STEP = { open: { view: withWallet({ step: 'wallet' }) } };

/** As long as a real one. */
const LINK = `av://?response_type=vp_token&client_id=redirect_uri%3Ahttps%3A%2F%2Fverify.example%2Fwallet%2Fresponse%2F${'x'.repeat(90)}&nonce=${'n'.repeat(32)}&${'dcql_query'.repeat(50)}`;
const OFFER = {
  data: { requests: [], links: { av: LINK, openid4vp: LINK }, expires_in_ms: 300_000 },
} satisfies Answer;

/** A code on a computer, an app on a phone: the last of the ways. */
const pressLast = (page: Page) => page.locator('.actions .button').last().click();

export const WALLETS: readonly GalleryState[] = [
  {
    name: 'welcome-wallet',
    answers: { open: { view: withWallet() } },
    shows: '[data-offer="wallet"]',
    isTall: true,
  },
  {
    name: 'welcome-wallet-refused',
    answers: {
      open: {
        view: withWallet({
          test: true,
          problem: 'wallet_untrusted',
          wallet: {
            ...WALLET,
            answers_left: 4,
            refusal: {
              code: 'untrusted_issuer',
              reason: 'No anchor of this type of document has the name CN=Quarry Authority, C=UT.',
              certificate: 'CN=Quarry Signer, C=UT',
              transcript: '83f6f682714f70656e494434565048616e646f766572'.repeat(4),
            },
          },
        }),
      },
    },
    reach: (page) => page.locator('.wallet-details summary').click(),
    shows: '.wallet-details[open]',
    isTall: true,
  },
  { name: 'wallet', answers: { ...AT_STEP, 'wallet/offer': OFFER }, shows: '.wallet-kinds' },
  {
    name: 'wallet-asked',
    answers: { ...AT_STEP, 'wallet/offer': OFFER },
    reach: pressMain,
    shows: 'main .progress',
  },
  {
    name: 'wallet-elsewhere',
    answers: { ...AT_STEP, 'wallet/offer': OFFER },
    reach: pressLast,
    shows: '.wallet-code svg, main .progress ~ .button',
  },
  {
    name: 'wallet-failed',
    answers: { ...AT_STEP, 'wallet/offer': { refusal: 'UNAVAILABLE' } },
    reach: pressLast,
    shows: '.wallet-fault:not(:empty)',
  },
  {
    name: 'wallet-alone',
    answers: {
      open: {
        view: withWallet({
          step: 'wallet',
          problem: 'wallet_expired',
          wallet: { ...WALLET, credentials: ['eu_av'], answers_left: 4, alone: true },
        }),
      },
      'wallet/offer': OFFER,
    },
    shows: '.wallet-problem',
  },
];
