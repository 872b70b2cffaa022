// States that show an outcome: failed attempts, blocked pages, and verdicts.
import type { Problem } from '../../../widget/hosted/state/flow.ts';
import { EXPLAINED_REASONS } from '../../../widget/hosted/texts/verdict-texts.ts';
import type { SessionView } from '../../../widget/hosted/requests/wire.ts';
import type { GalleryState } from '../support/gallery-state.ts';
import {
  ended,
  endedAtEdge,
  inAge,
  inLiveness,
  sessionView,
  WAY_BACK,
} from '../support/session-views.ts';
import { pressMain } from './before-camera.ts';

/**
 * A state after a failed attempt. The shortest way to it is a challenge request that the server
 * refuses, because the page then reads the session again.
 */
function judged(problem: Problem, left: number): GalleryState {
  const view = inLiveness({ problem, attempts_left: { liveness: left, age: 2 } });
  return {
    name: `retry-${problem.replaceAll('_', '-')}`,
    answers: {
      open: { view: inLiveness() },
      'liveness/challenge': { refusal: 'CONFLICT' },
      read: { view },
    },
    reach: pressMain,
    shows: `[data-problem="${problem}"]`,
  };
}

export const RETRY: readonly GalleryState[] = [
  judged('no_face', 2),
  judged('movement_not_seen', 2),
  judged('wrong_movement', 1),
  judged('too_fast', 1),
  judged('timed_out', 2),
  judged('pictures_late', 2),
  judged('light_unclear', 3),
  judged('not_accepted', 2),
  {
    name: 'retry-age-unclear',
    answers: {
      open: { view: inAge() },
      age: { view: inAge({ problem: 'age_unclear', attempts_left: { liveness: 3, age: 1 } }) },
    },
    reach: pressMain,
    shows: '[data-problem="age_unclear"]',
  },
];

const refused = (block: string, refusal: string): GalleryState => ({
  name: `blocked-${block.replaceAll('_', '-')}`,
  answers: { open: { refusal } },
  shows: `[data-block="${block}"]`,
});

export const BLOCKED: readonly GalleryState[] = [
  refused('unknown_link', 'NOT_FOUND'),
  refused('opened_elsewhere', 'SESSION_OPENED_ELSEWHERE'),
  refused('retaken', 'SESSION_RETAKEN'),
  refused('other_opener', 'SESSION_OF_OTHER_BROWSER'),
  refused('no_cookie', 'UNAUTHORIZED'),
  refused('too_many', 'TOO_MANY_REQUESTS'),
  refused('server', 'INTERNAL_ERROR'),
  {
    name: 'blocked-offline',
    answers: { open: 'broken' },
    waits: 'hurried',
    shows: '[data-block="offline"]',
  },
  {
    name: 'blocked-engine',
    answers: { open: { view: inLiveness() } },
    engine: { loaded: 'failed' },
    reach: pressMain,
    shows: '[data-block="engine"]',
  },
  {
    name: 'blocked-unsupported',
    answers: { open: { view: sessionView() } },
    camera: 'unsupported',
    shows: '[data-block="unsupported"]',
  },
  {
    name: 'blocked-masked-pictures',
    answers: { open: { view: sessionView() } },
    camera: 'masked',
    shows: '[data-block="masked_pictures"]',
  },
];

const verdict = (name: string, view: SessionView): GalleryState => ({
  name: `verdict-${name.replaceAll('_', '-')}`,
  answers: { open: { view } },
  shows: '[data-page="verdict"] [data-outcome]',
});

const TOO_YOUNG = { status: 'failed', reason: 'age_below_threshold' } as const;
const contestable = ended('failed', undefined, {
  outcome: { ...TOO_YOUNG, return_url: WAY_BACK, can_contest: true },
});
const tooYoungByDocument = ended('failed', TOO_YOUNG.reason, {
  attempts_left: { liveness: 3, age: 2, document: 3 },
  document_need: 'will',
});

export const VERDICTS: readonly GalleryState[] = [
  verdict('success', ended('success')),
  {
    ...verdict('staying', ended('success')),
    reach: (page) => page.locator('.actions .button[data-look="soft"]').click(),
    shows: '.actions:not(:has([data-look="soft"]))',
  },
  { ...verdict('receipt', endedAtEdge()), shows: 'a[download]' },
  { ...verdict('receipt-phone', endedAtEdge({ device: 'phone' })), shows: 'a[download]' },
  verdict('failed', ended('failed')),
  // `assistance_needed` has its own states (own-pace.ts).
  ...EXPLAINED_REASONS.filter((reason) => reason !== 'assistance_needed').map((reason) =>
    verdict(reason, ended('failed', reason)),
  ),
  verdict('contest', contestable),
  {
    ...verdict('contest-refused', contestable),
    answers: { open: { view: contestable }, contest: { refusal: 'CONFLICT' } },
    reach: (page) => page.locator('[data-offer="contest"] button').click(),
    shows: '#contest-fault:not(:empty)',
  },
  verdict('too_young_by_document', tooYoungByDocument),
  verdict('canceled', ended('canceled')),
  verdict('expired', ended('expired')),
  verdict('pending_tenant_review', ended('pending_tenant_review')),
  {
    name: 'time-up',
    answers: { open: { view: sessionView({ expires_in_ms: 50 }) } },
    shows: '[data-page="expired"]',
  },
];
