// States of the welcome page that show the order of the methods (D-156): a document that can be
// chosen, and more methods than are shown at once.
import type { SessionView } from '../../../widget/hosted/requests/wire.ts';
import type { GalleryState } from '../support/gallery-state.ts';
import { sessionView } from '../support/session-views.ts';

const WALLET = { gate: 18, credentials: ['eu_av'], answers_left: 5 } satisfies NonNullable<
  SessionView['wallet']
>;

const asked = (changes: Partial<SessionView>): SessionView =>
  sessionView({
    measured: 'edge',
    request: { purpose: 'age_verification', mode: 'auto', gate: 18 },
    ...changes,
  });

const ACCOUNT = {
  data: { service: 'Agate', signed_in: true, can_reuse: true, can_keep: false },
};
/**
 * A document, a wallet and an account in addition to the camera: one more method than the page
 * shows at once.
 */
const MANY = sessionView({
  request: { purpose: 'age_verification', mode: 'auto', gate: 18 },
  wallet: WALLET,
  ways: { order: ['document', 'wallet', 'account', 'face'], chosen: 'face' },
});
const MANY_ANSWERS = { open: { view: MANY }, account: ACCOUNT };
const FIRST = ['document', 'face'] as const;

const MORE = '.ways > .button[data-look="plain"]:last-child';

export const WAYS: readonly GalleryState[] = [
  {
    name: 'welcome-document-first',
    answers: {
      open: {
        view: asked({ document_need: 'may', ways: { order: [...FIRST], chosen: 'face' } }),
      },
    },
    shows: '[data-offer="way"]',
    isTall: true,
  },
  {
    name: 'welcome-document-chosen',
    answers: {
      open: {
        view: asked({ document_need: 'will', ways: { order: [...FIRST], chosen: 'document' } }),
      },
    },
    shows: '[data-offer="way"]',
    isTall: true,
  },
  {
    name: 'welcome-more-ways',
    answers: MANY_ANSWERS,
    shows: MORE,
    isTall: true,
  },
  {
    name: 'welcome-more-ways-open',
    answers: MANY_ANSWERS,
    reach: (page) => page.locator(MORE).click(),
    shows: '[data-way="account"]:not([hidden]) .offer',
    isTall: true,
  },
];
