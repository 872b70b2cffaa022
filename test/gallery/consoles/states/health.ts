// The health report that the API sends to operators.
import type { WireHealth } from '../../../../widget/console/api/wire.ts';
import { at } from './answers.ts';

const NONE = { count: 0 };
const QUARRY_VOLUME = {
  tenant_id: 'ten_quarry',
  tenant_name: 'Quarry Games',
  mode: 'live',
  number: 3,
} as const;
/** A volume that did not respond. */
const LANTERN_VOLUME = {
  tenant_id: 'ten_lantern',
  tenant_name: 'Lantern & Co.',
  mode: 'test',
  number: 1,
} as const;

export const HEALTH: WireHealth = {
  status: 'degraded',
  checks: {
    d1: 'ok',
    objects: 'ok',
    queues: 'degraded',
    keys: 'ok',
    schedule: 'ok',
    face: 'ok',
    documents: 'ok',
    wallet: 'ok',
    wallet_lists: 'degraded',
    storage: 'degraded',
    ledgers: 'degraded',
  },
  schedules: [
    {
      cron: '*/10 * * * *',
      started_at: at(20, '10:20'),
      finished_at: at(20, '10:20'),
      succeeded_at: at(20, '10:20'),
      failed_steps: [],
    },
    {
      cron: '17 3 * * *',
      started_at: at(20, '03:17'),
      finished_at: at(20, '03:18'),
      succeeded_at: at(19, '03:18'),
      failed_steps: ['forgetOldInvitations'],
    },
  ],
  queues: [{ name: 'agate-webhooks', messages: 12, oldest_at: at(20, '10:12') }],
  dead_letters: [
    { queue: 'agate-mails-dead', count: 2, oldest_at: at(19), newest_at: at(20, '08:00') },
  ],
  overdue: {
    deliveries: { count: 3, oldest_at: at(20, '10:01') },
    mails: NONE,
    sessions: NONE,
    audit_entries: NONE,
    logout_notices: NONE,
    grants: NONE,
    account_deletions: NONE,
  },
  storage: { size_bytes: 7_640_000_000, limit_bytes: 10_000_000_000 },
  ledgers: {
    limit_bytes: 10_000_000_000,
    largest: [
      { ...QUARRY_VOLUME, size_bytes: 3_810_000_000, share: 0.381, answer_ms: 12 },
      { ...LANTERN_VOLUME, size_bytes: 1_120_000_000, share: 0.112 },
    ],
    slowest: LANTERN_VOLUME,
  },
  failures: { deliveries: { count: 4, oldest_at: at(20, '02:40') }, mails: NONE },
  keys: [
    { kid: 'key-2026-11', purpose: 'oidc', state: 'active', active_from: at(1) },
    { kid: 'key-2026-12', purpose: 'oidc', state: 'next', active_from: at(30) },
    { kid: 'key-2026-10', purpose: 'admin', state: 'revoked', active_from: at(1) },
    {
      kid: 'key-2026-13',
      purpose: 'admin',
      state: 'active',
      active_from: at(4),
      next_published_at: '2027-02-01T09:30:00.000Z',
    },
    { kid: 'key-2026-14', purpose: 'audit', state: 'retired', active_from: at(1) },
    {
      kid: 'key-2026-15',
      purpose: 'audit',
      state: 'active',
      active_from: at(18),
      next_published_at: '2027-02-15T09:30:00.000Z',
    },
  ],
  wallet_lists: [
    {
      uri: 'https://issuer.quarry.example/lists/1',
      doc_type: 'eu.europa.ec.av.1',
      failure: 'unreachable',
      ended_at: at(20, '09:40'),
    },
  ],
  wallet_trust_lists: [],
};
