// States of the customers' console about the rules for checks: the saved rules, and the effect of a
// change.
import type { Answers, ConsoleState } from '../console-state.ts';
import type { WireLaw } from '../../../../widget/console/api/wire.ts';
import { MARGIN, OWNER, SETTINGS, USUAL_MARGIN } from './answers.ts';

const ANSWERS: Answers = {
  '/dashboard/v1/settings': SETTINGS,
  '/dashboard/v1/settings/age-margin': MARGIN,
};

const policy = (
  name: string,
  rest: Pick<ConsoleState, 'reach' | 'shows' | 'withParameter'>,
): ConsoleState => ({
  console: 'dashboard',
  user: OWNER,
  path: '/policy',
  answers: ANSWERS,
  ...rest,
  name: `dashboard-${name}`,
});

/**
 * What the law requires, as the API reports it to a customer with the usual settings in November
 * 2026.
 */
const LAW: WireLaw = {
  context: 'adult_content',
  date: '2026-11-28',
  places: [
    {
      jurisdiction: 'FR',
      name: 'France',
      version: '36'.repeat(32),
      rules: ['EU-adult_content-2025-07-14', 'FR-adult_content-2025-04-11'],
      asks: {
        min_age: 18,
        refuse_methods: ['account', 'key'],
        min_assurance: 'document',
        offer_at_least: 2,
        must_offer: ['double_anonymous'],
        per_access: true,
        contest: true,
        records: ['that the service that verifies is independent of the site'],
      },
      missing: [
        { field: 'policy.double_anonymous', message: 'By FR-adult_content-2025-04-11 ….' },
        { field: 'policy.offer_at_least', message: 'By FR-adult_content-2025-04-11 ….' },
      ],
    },
    {
      jurisdiction: 'GB',
      name: 'United Kingdom',
      version: '47'.repeat(32),
      rules: ['GB-adult_content-2025-07-25'],
      asks: { min_age: 18, must_offer: [], per_access: false, contest: false, records: [] },
      session: { min_age: 18, verification_mode: 'auto', methods: ['face', 'document'] },
      missing: [],
    },
    {
      jurisdiction: 'US-CA',
      name: 'California',
      version: '58'.repeat(32),
      rules: [],
      asks: { must_offer: [], per_access: false, contest: false, records: [] },
      session: { min_age: 18, verification_mode: 'auto', methods: ['face', 'document'] },
      missing: [],
    },
  ],
  rules: [
    {
      id: 'FR-adult_content-2025-04-11',
      name: 'France',
      version: '69'.repeat(32),
      holds: true,
      status: 'in_force',
      effective_from: '2025-04-11',
      note: 'Loi 2024-449 (SREN) and the Arcom référentiel of 2024-10-11: at least two ways, one of them doubly anonymous, a proof for each access.',
      sources: [
        {
          title: 'Référentiel de l’Arcom',
          url: 'https://legal.example/arcom',
          read_on: '2026-11-28',
        },
      ],
      reviewed_by: null,
    },
    {
      id: 'ES-adult_content-draft',
      name: 'Spain',
      version: '7a'.repeat(32),
      holds: false,
      status: 'draft',
      effective_from: null,
      note: 'Before parliament.',
      sources: [{ title: 'The draft', url: 'https://legal.example/es', read_on: '2026-11-28' }],
      reviewed_by: null,
    },
  ],
  changes: {
    version: '8b'.repeat(32),
    seen_at: '2026-10-02T09:12:00Z',
    added: ['ES-adult_content-draft'],
    changed: [
      {
        id: 'FR-adult_content-2025-04-11',
        members: [
          { name: 'gate', before: null, after: '18' },
          { name: 'offer_at_least', before: '1', after: '2' },
        ],
      },
    ],
    removed: [],
  },
};

export const POLICY_STATES: readonly ConsoleState[] = [
  {
    console: 'dashboard',
    user: OWNER,
    path: '/law',
    answers: { '/dashboard/v1/settings': SETTINGS, '/dashboard/v1/law': LAW },
    shows: '.table >> nth=1',
    name: 'dashboard-law',
  },
  policy('policy', { shows: '.outlook-group >> nth=2' }),
  policy('policy-changed', {
    reach: async (page) => {
      await page.locator('.checks').nth(2).getByRole('checkbox').first().uncheck();
      await page.locator('.checks').nth(1).getByRole('checkbox').last().uncheck();
      await page.locator('form').nth(2).locator('select').nth(1).selectOption('edge');
    },
    shows: '.effects >> nth=1',
  }),
  policy('policy-order', {
    reach: async (page) => {
      const up = page.locator('.order-entry').last().getByRole('button').first();
      await up.click();
      await page.locator('.order-entry').nth(2).getByRole('button').first().click();
    },
    shows: '.effects',
  }),
  policy('policy-margin', {
    withParameter: {
      name: 'service_default',
      answers: { '/dashboard/v1/settings/age-margin': USUAL_MARGIN },
    },
    reach: async (page) => {
      await page.locator('.outlook .curve').waitFor();
      await page.locator('form').first().locator('select').first().selectOption('default');
    },
    // The picture shows the curves before and after the change.
    shows: '.outlook >> nth=1 >> .curve',
  }),
];
