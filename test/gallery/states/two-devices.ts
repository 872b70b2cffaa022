// States of a session that moves to a phone: the computer's side and the phone's.
import type { Page } from 'playwright-core';
import type { SessionView } from '../../../widget/hosted/requests/wire.ts';
import type { GalleryState } from '../support/gallery-state.ts';
import { ended, inLiveness, sessionView } from '../support/session-views.ts';
import { pressMain } from './before-camera.ts';

type Handoff = NonNullable<SessionView['handoff']>;

const handoff = (state: Handoff['state']): Handoff => ({
  state,
  code: '4719',
  tries_left: 3,
  computer: 'Chrome, Windows',
  offered_ms_ago: 130_000,
});

const atComputer = (state: Handoff['state'], changes: Partial<SessionView> = {}) =>
  sessionView({ handoff: handoff(state), active: state !== 'confirmed', ...changes });

const atPhone = (triesLeft = 3): SessionView => {
  const { code: _computersOnly, ...seen } = handoff('joined');
  const view = {
    device: 'phone',
    active: false,
    handoff: { ...seen, tries_left: triesLeft },
  } as const;
  return sessionView(view);
};

/** Types the code and submits it. */
const typeCode = async (page: Page): Promise<void> => {
  await page.locator('.code-field').fill('4719');
  await pressMain(page);
};

/**
 * @param lifetimeMs how long the link stays valid: slightly more than a whole number of seconds, so
 *   that even on a slow machine the page shows the same time
 */
const offer = (lifetimeMs: number): GalleryState['answers'] => ({
  open: { view: atComputer('offered') },
  handoff: {
    data: {
      url: 'https://agate.example/v/xho_hP3vY6kQ0m9sWcT2uRz8Ld',
      code: '4719',
      expires_in_ms: lifetimeMs,
    },
  },
  read: { view: atComputer('offered') },
});

const joined = (
  name: string,
  changes: Pick<GalleryState, 'shows'> & Partial<GalleryState>,
): GalleryState => ({ name, link: 'xho', answers: { join: { view: atPhone() } }, ...changes });

export const TWO_DEVICES: readonly GalleryState[] = [
  {
    name: 'handoff-link-gone',
    answers: { open: { view: atComputer('offered') } },
    shows: '[data-page="handoff"] .button[data-look="main"]',
  },
  {
    name: 'handoff-offered',
    isTall: true,
    answers: offer(300_400),
    reach: pressMain,
    shows: '.qr svg',
  },
  {
    name: 'handoff-link-over',
    answers: offer(200),
    reach: pressMain,
    shows: '.qr[data-over="true"] svg',
  },
  {
    name: 'handoff-joined',
    answers: { open: { view: atComputer('joined') }, read: { view: atComputer('joined') } },
    shows: '.notice .pairing',
  },
  {
    name: 'handoff-confirmed',
    answers: {
      open: { view: atComputer('confirmed', { step: 'liveness' }) },
      read: { view: atComputer('confirmed', { step: 'liveness' }) },
    },
    shows: '.progress[data-step="liveness"]',
  },
  {
    name: 'handoff-phone-left',
    answers: {
      open: { view: atComputer('joined', { step: 'liveness' }) },
      read: { view: inLiveness() },
    },
    waits: 'hurried',
    shows: '[data-page="camera"] .remark',
  },
  joined('join', { shows: '[data-page="join"] .code-field' }),
  joined('join-code-missing', {
    isTall: true,
    reach: pressMain,
    shows: '.code-field[aria-invalid="true"]',
  }),
  joined('join-code-wrong', {
    isTall: true,
    answers: { join: { view: atPhone() }, 'handoff/confirm': { view: atPhone(2) } },
    reach: typeCode,
    shows: '.code-field[aria-invalid="true"]',
  }),
  joined('join-link-ended', {
    answers: { join: { refusal: 'NOT_FOUND' } },
    shows: '[data-block="handoff_link"]',
  }),
  joined('join-refused', {
    answers: { join: { view: atPhone() }, 'handoff/end': { view: atPhone() } },
    reach: (page) => page.locator('main .button[data-look="soft"]').click(),
    shows: '[data-block="handoff_refused"]',
  }),
  joined('join-taken-back', {
    answers: { join: { view: atPhone() }, 'handoff/confirm': { refusal: 'UNAUTHORIZED' } },
    reach: typeCode,
    shows: '[data-block="on_computer"]',
  }),
  joined('join-done', {
    answers: { join: { view: ended('success', undefined, { device: 'phone' }) } },
    shows: '[data-page="verdict"] [data-outcome]',
  }),
];
