// The rows that a check writes to D1, counted the way D1 bills them.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Context } from '../../../src/context.ts';
import { openDatabase } from '../../../src/db/client.ts';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';
import { deliverWebhook } from '../../../src/domain/integration/webhooks/deliver.ts';
import type { SessionEvent } from '../../../src/domain/verification/rules/session/result.ts';
import { RowMeter } from '../../support/counted/rows-written.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { WebhookWorld } from '../../support/customer/webhook-world.ts';
import {
  completedEvent,
  newSessionId,
  registerUnreachable,
} from '../../support/customer/webhooks.ts';
import { CHECK, ERASURE, LONG_CHECK } from './budgets.ts';

const STEPS = [
  'opened',
  'consent',
  'camera',
  'liveness_start',
  'liveness_end',
  'age',
  'verdict',
] as const;

let tenantId: string;
let world: WebhookWorld;
let meter: RowMeter;
let ctx: Context;

beforeEach(async () => {
  ({ id: tenantId } = await makeTenant());
  world = new WebhookWorld();
  await registerUnreachable(world.ctx, tenantId, 'https://hooks.example/a');
  vi.stubGlobal('fetch', async () => new Response('ok'));
  meter = new RowMeter();
  ctx = { ...world.ctx, db: openDatabase(meter.db) };
});

afterEach(() => void vi.unstubAllGlobals());

/** Returns the events of a successful check. */
function eventsOfCheck(): Record<'created' | 'opened' | 'completed' | 'erased', SessionEvent> {
  const done = completedEvent(tenantId, newSessionId(), 3);
  const row = { ...done.row, completedAtMs: done.row.createdAtMs + 30_000 };
  const begun = {
    ...row,
    verificationType: null,
    risk: null,
    measured: null,
    completedAtMs: null,
    ipCountry: null,
  };
  const gone = { externalUserId: null, ipCountry: null, erasedAtMs: row.createdAtMs + 60_000 };
  return {
    created: { type: 'created', funnel: [], row: { ...begun, version: 1, status: 'pending' } },
    opened: {
      type: 'opened',
      funnel: [],
      row: { ...begun, version: 2, status: 'in_progress', ipCountry: 'NL' },
    },
    completed: {
      ...done,
      funnel: STEPS.map((name, n) => ({ name, atMs: row.createdAtMs + n })),
      row,
    },
    erased: { type: 'erased', funnel: [], row: { ...row, ...gone, version: 4 } },
  };
}

async function meterAs(name: string, event: SessionEvent): Promise<void> {
  meter.name = name;
  await consumeSessionEvents(ctx, [event]);
}

async function meterDelivery(name = 'a delivery that succeeds'): Promise<void> {
  meter.name = name;
  for (const message of world.takeDue()) await deliverWebhook(ctx, message);
}

async function check(): Promise<void> {
  const { completed, erased } = eventsOfCheck();
  await meterAs('end', completed);
  await meterDelivery();
  await meterAs('an erasure', erased);
}

async function longCheck(): Promise<void> {
  const { opened, completed } = eventsOfCheck();
  await meterAs('a check that runs for a minute', opened);
  await meterAs('the end of a long check', completed);
  await meterDelivery('its delivery');
  meter.written.delete('its delivery');
}

it('the rows written match the table exactly, so that a lower cost is noticed too', async () => {
  for (const walk of [check, longCheck]) await walk();
  meter.written.clear();
  for (const walk of [check, longCheck]) await walk();
  const budgets = Object.entries({ ...CHECK, ...ERASURE, ...LONG_CHECK });
  expect(Object.fromEntries(meter.written)).toEqual(
    Object.fromEntries(budgets.map(([name, { rows }]) => [name, rows])),
  );
});

it('the rows written are the same for each of fifty checks that end together', async () => {
  await check();
  meter.written.clear();
  meter.name = 'end';
  await consumeSessionEvents(
    ctx,
    Array.from({ length: 50 }, () => eventsOfCheck().completed),
  );
  // Allows ten more rows, because some checks are the first to need a particular count, such as one
  // for a duration or a country.
  expect(meter.written.get('end')).toBeLessThanOrEqual(50 * CHECK.end.rows + 10);
});
