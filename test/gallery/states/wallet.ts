// States of a check with a wallet instead of the camera: the offer, the step, waiting, and the
// errors.
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

/**
 * A link that leads nowhere, because pressing a link that opens an app would navigate away from the
 * page.
 */
const LINK = '#app';
const REQUEST = {
  protocol: 'org-iso-mdoc',
  data: { deviceRequest: 'oWd2ZXJzaW9uYzEuMA', encryptionInfo: 'gmVkY2FwaaA' },
};
const OFFER = {
  data: { requests: [REQUEST], links: { av: LINK, openid4vp: LINK }, expires_in_ms: 300_000 },
} satisfies Answer;

/** Presses the button of the last method, an app on this phone. */
const pressLast = (page: Page) => page.locator('main .actions .button').last().click();

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
          problem: 'wallet_untrusted',
          wallet: { ...WALLET, answers_left: 4 },
        }),
      },
    },
    shows: '.wallet-problem',
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
    name: 'wallet-app',
    answers: { ...AT_STEP, 'wallet/offer': OFFER },
    reach: pressLast,
    shows: 'main .progress ~ .button',
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
