// A volume takes over events recorded before ledgers existed, regardless of their total size.
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { queryLedger } from '../support/customer/ledgers.ts';
import { makeTenant } from '../support/customer/tenants.ts';
import { volumeName } from '../../src/domain/platform/ledgers/volume.ts';

/** The platform's limit for one value in SQLite. */
const MAX_VALUE_BYTES = 2_000_000;
const EVENTS = 200;
const ATTEMPTS = 4;
/** A receiver's response of the maximum length, made up of three-byte characters. */
const ANSWER = '€'.repeat(4_096 / 3);

test('events with more attempts than fit into one value are taken over, once', async () => {
  const { id: tenantId } = await makeTenant();
  const ref = { tenantId, test: false, number: 1, residency: 'none' as const };
  const ledger = env.LEDGER.get(env.LEDGER.idFromName(volumeName(ref, 1)));
  const numbers = Array.from({ length: EVENTS }, (_, n) => n + 1);
  const events = numbers.map((n) => ({
    seq: n,
    id: `evt_${n}`,
    type: 'session.success',
    session_id: `session_${n}`,
    position: 1,
    body: '{}',
    created_at_ms: Date.now(),
  }));
  const deliveries = numbers.map((n) => ({
    id: `dlv_${n}`,
    event_id: `evt_${n}`,
    endpoint_id: 'we_1',
    session_id: `session_${n}`,
    position: 1,
    created_at_ms: Date.now(),
    state: 'dead' as const,
    attempts: ATTEMPTS,
    round_attempts: ATTEMPTS,
    round_started_ms: 1,
    next_attempt_ms: 1,
    leased_until_ms: 0,
    finished_at_ms: 1,
    delivered_by: null,
  }));
  const attempts = deliveries.flatMap(({ id }) =>
    Array.from({ length: ATTEMPTS }, (_, at) => ({
      delivery_id: id,
      number: at + 1,
      url: 'https://hooks.example/',
      at_ms: 1,
      duration_ms: 1,
      status: 500,
      failure: 'status',
      answer: ANSWER,
    })),
  );
  expect(new TextEncoder().encode(JSON.stringify(attempts)).length).toBeGreaterThan(
    MAX_VALUE_BYTES,
  );
  for (let time = 0; time < 2; time += 1)
    await ledger.adopt(
      { events, deliveries, attempts },
      { ref, nowMs: Date.now(), begunAfter: EVENTS },
    );
  const [counted] = await queryLedger<{ events: number; attempts: number; last: number }>(
    ref,
    `SELECT (SELECT count(*) FROM events) AS events, (SELECT max(seq) FROM events) AS last,
       (SELECT count(*) FROM attempts WHERE answer = ?) AS attempts`,
    ANSWER,
  );
  expect(counted).toEqual({ events: EVENTS, last: EVENTS, attempts: EVENTS * ATTEMPTS });
});
