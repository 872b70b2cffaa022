// States of the customers' console: webhook endpoints, and their deliveries.
import type { WireWebhookDelivery } from '../../../../widget/console/api/wire.ts';
import type { ConsoleState } from '../console-state.ts';
import { at, DISABLED_ENDPOINT, ENDPOINT, OWNER, WEBHOOKS } from './answers.ts';

const DELIVERIES: WireWebhookDelivery[] = [
  {
    id: 'del_01',
    endpoint_id: 'we_01',
    event: { id: 'evt_01', type: 'session.success' },
    state: 'delivered',
    created_at: at(20, '10:21'),
    finished_at: at(20, '10:21'),
    attempts: [
      {
        number: 1,
        at: at(20, '10:21'),
        duration_ms: 84,
        request: {
          method: 'POST',
          url: 'https://cellar.example/hooks/agate',
          headers: { 'content-type': 'application/json' },
          body: '{"type":"session.success"}',
        },
        status: 200,
        answer: 'ok',
      },
    ],
  },
  {
    id: 'del_02',
    endpoint_id: 'we_01',
    event: { id: 'evt_02', type: 'session.failed' },
    state: 'pending',
    created_at: at(20, '10:08'),
    next_attempt_at: at(20, '10:38'),
    attempts: [],
  },
];

const signedIn = (
  name: string,
  state: Omit<ConsoleState, 'name' | 'console' | 'user'>,
): ConsoleState => ({ console: 'dashboard', user: OWNER, ...state, name: `dashboard-${name}` });

export const WEBHOOK_STATES: readonly ConsoleState[] = [
  signedIn('webhooks', {
    path: '/webhooks',
    answers: { '/dashboard/v1/webhooks': WEBHOOKS },
    shows: '.table-link, .card a',
  }),
  signedIn('webhook', {
    path: '/webhooks/we_01',
    answers: {
      '/dashboard/v1/webhooks/{id}': ENDPOINT,
      '/dashboard/v1/webhooks/{id}/deliveries': DELIVERIES,
    },
    shows: 'text=session.success',
  }),
  signedIn('webhook-disabled', {
    path: '/webhooks/we_02',
    answers: {
      '/dashboard/v1/webhooks/{id}': DISABLED_ENDPOINT,
      '/dashboard/v1/webhooks/{id}/deliveries': [],
    },
    shows: '.note.bad',
  }),
  signedIn('webhook-unproven', {
    path: '/webhooks/we_01',
    answers: {
      '/dashboard/v1/webhooks/{id}': { ...ENDPOINT, state: 'pending' },
      '/dashboard/v1/webhooks/{id}/deliveries': [],
      '/dashboard/v1/webhooks/{id}/verify': {
        refused: 409,
        code: 'ENDPOINT_NOT_VERIFIED',
        receiver: { reason: 'wrong_status', status: 404 },
      },
    },
    reach: (page) => page.locator('.card .page-actions .button').first().click(),
    shows: '.note.bad',
  }),
  signedIn('webhook-change', {
    path: '/webhooks/we_02',
    answers: {
      '/dashboard/v1/webhooks/{id}': DISABLED_ENDPOINT,
      '/dashboard/v1/webhooks/{id}/deliveries': [],
    },
    reach: (page) => page.locator('.card .page-actions .button').nth(1).click(),
    shows: '.dialog .checks',
  }),
];
