// Use cases for events and their deliveries under faults: D1 and ledgers change together (D-174).
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { consumeBatch } from '../../src/background.ts';
import type { Context } from '../../src/context.ts';
import {
  replayDelivery,
  replayFailed,
  testEndpoint,
} from '../../src/domain/integration/webhooks/deliveries.ts';
import {
  deleteEndpoint,
  updateEndpoint,
} from '../../src/domain/integration/webhooks/manage-endpoints.ts';
import { resendEvent } from '../../src/domain/integration/webhooks/resend-event.ts';
import { sendTestEventToAll } from '../../src/domain/integration/webhooks/send-test-event.ts';
import type { Principal } from '../../src/domain/verification/customer.ts';
import type { SessionEvent } from '../../src/domain/verification/rules/session/result.ts';
import {
  findPartialStates,
  type UseCase,
  type World,
} from '../support/faults/find-partial-states.ts';
import { insertTenant, refuseWebhooks } from '../support/faults/fixtures.ts';
import { queryLedger } from '../support/customer/ledgers.ts';
import {
  completedEvent,
  endSession,
  newSessionId,
  registerUnreachable,
  staffOf,
} from '../support/customer/webhooks.ts';

beforeEach(refuseWebhooks);
afterEach(() => void vi.restoreAllMocks());

interface Customer {
  tenant: Principal['tenant'];
  endpointId: string;
}

/** Inserts a customer with an endpoint that cannot be reached. */
async function insertCustomer(ctx: Context): Promise<Customer> {
  const tenant = await insertTenant();
  const { endpoint } = await registerUnreachable(ctx, tenant.id, 'https://hooks.example/agate');
  return { tenant, endpointId: endpoint.id };
}

const setState = (endpointId: string, state: string) =>
  env.DB.prepare('UPDATE webhook_endpoints SET state = ? WHERE id = ?')
    .bind(state, endpointId)
    .run();

/** Reads the endpoint, its deliveries in both modes, and the audit log. */
async function observe({ tenant, endpointId }: Customer) {
  const endpoint = await env.DB.prepare('SELECT state FROM webhook_endpoints WHERE id = ?')
    .bind(endpointId)
    .first<string>('state');
  const deliveries = [];
  for (const test of [false, true])
    deliveries.push(
      await queryLedger(
        { tenantId: tenant.id, test },
        `SELECT deliveries.state, deliveries.attempts > 0 AS tried, events.type,
           EXISTS (SELECT 1 FROM held_endpoints AS held WHERE held.endpoint_id = deliveries.endpoint_id) AS held
         FROM deliveries LEFT JOIN events ON events.id = event_id ORDER BY deliveries.position`,
      ),
    );
  const { results } = await env.DB.prepare(
    "SELECT action FROM audit_entries WHERE tenant_id = ? AND action <> 'webhook.create' ORDER BY id",
  )
    .bind(tenant.id)
    .all<{ action: string }>();
  return { endpoint, deliveries, audited: results.map(({ action }) => action) };
}

const find = (useCase: Omit<UseCase<Customer>, 'observe'>): Promise<string[]> =>
  findPartialStates({ ...useCase, observe });

/** Creates two events whose deliveries wait for a paused endpoint. */
async function paused(world: World): Promise<Customer> {
  const customer = await insertCustomer(world.ctx);
  await setState(customer.endpointId, 'paused');
  for (const version of [2, 3])
    await endSession(world.ctx, customer.tenant.id, newSessionId(), version);
  await world.deliver();
  return customer;
}

it('an endpoint is enabled again and gets what it has missed, or neither', async () => {
  const partial = await find({
    prepare: paused,
    act: (ctx, { tenant, endpointId }) =>
      updateEndpoint(ctx, staffOf(tenant.id), endpointId, { state: 'enabled' }),
  });
  expect(partial).toEqual([]);
});

it('an endpoint is deleted with its deliveries, or not at all', async () => {
  const partial = await find({
    prepare: paused,
    act: (ctx, { tenant, endpointId }) => deleteEndpoint(ctx, staffOf(tenant.id), endpointId),
  });
  expect(partial).toEqual([]);
});

const readId = async (customer: Customer, table: 'deliveries' | 'events'): Promise<string> => {
  const [row] = await queryLedger<{ id: string }>(
    { tenantId: customer.tenant.id },
    `SELECT id FROM ${table}`,
  );
  return row?.id ?? '';
};

/** Ways to replay a customer's only delivery. */
const REPLAYS: readonly UseCase<Customer>['act'][] = [
  async (ctx, customer) =>
    replayDelivery(ctx, staffOf(customer.tenant.id), await readId(customer, 'deliveries')),
  (ctx, { tenant, endpointId }) =>
    replayFailed(ctx, staffOf(tenant.id), endpointId, {
      fromMs: 0,
      untilMs: Date.now() + 60_000,
    }),
  async (ctx, customer) => {
    const { tenant } = customer;
    const principal: Principal = { kind: 'secret', test: false, isProven: true, tenant };
    await resendEvent(ctx, principal, await readId(customer, 'events'));
  },
];

it('a delivery is replayed with its audit entry, or not at all', async () => {
  for (const act of REPLAYS) {
    const partial = await find({
      prepare: async ({ ctx, deliver }) => {
        const customer = await insertCustomer(ctx);
        await endSession(ctx, customer.tenant.id);
        // Marks the delivery as abandoned before any attempt was made.
        await queryLedger(
          { tenantId: customer.tenant.id },
          "UPDATE deliveries SET state = 'dead', finished_at_ms = 1",
        );
        await deliver();
        return customer;
      },
      act,
    });
    expect(partial).toEqual([]);
  }
});

/** Ways to send a test event to a customer's only endpoint. */
const TESTS: readonly UseCase<Customer>['act'][] = [
  (ctx, { tenant, endpointId }) =>
    testEndpoint(ctx, staffOf(tenant.id), endpointId, 'session.success'),
  (ctx, { tenant }) => sendTestEventToAll(ctx, tenant.id, true, 'session.success'),
];

it('a test event is sent with its audit entry, or not at all', async () => {
  for (const act of TESTS)
    expect(await find({ prepare: ({ ctx }) => insertCustomer(ctx), act })).toEqual([]);
});

interface Arriving extends Customer {
  event: SessionEvent;
  queued: World['queued'];
}

/** Delivers the event as the queue would, which keeps a message until it is acknowledged. */
async function receive(ctx: Context, { event: body, queued }: Arriving): Promise<void> {
  const queue = 'agate-session-events';
  const message = { queue, body };
  queued.push(message);
  const ack = (): void => void queued.splice(queued.indexOf(message), 1);
  const received = { id: 'message', body, attempts: 1, ack, retry: () => undefined };
  await consumeBatch(ctx, { queue, messages: [received] } as unknown as MessageBatch);
}

const observeEvent = async ({ tenant, endpointId, event }: Arriving) => {
  const listed = await env.DB.prepare(
    `SELECT status, external_user_id AS person, erased_at_ms IS NOT NULL AS erased
     FROM verification_sessions WHERE id = ?`,
  )
    .bind(event.row.id)
    .first();
  const recorded = await queryLedger(
    { tenantId: tenant.id },
    "SELECT redacted, body ->> '$.data.external_user_id' AS person FROM events",
  );
  return { listed, recorded, sent: await observe({ tenant, endpointId }) };
};

it('an event of a session is in the feed and the list, and sent once, whatever fails', async () => {
  const partial = await findPartialStates<Arriving>({
    prepare: async ({ ctx, queued }) => {
      const customer = await insertCustomer(ctx);
      return { ...customer, queued, event: completedEvent(customer.tenant.id, newSessionId(), 2) };
    },
    act: receive,
    observe: observeEvent,
  });
  expect(partial).toEqual([]);
});

it('the event of an erasure takes the person out of the list and the feed, whatever fails', async () => {
  const partial = await findPartialStates<Arriving>({
    prepare: async ({ ctx, queued }) => {
      const customer = await insertCustomer(ctx);
      const id = await endSession(ctx, customer.tenant.id);
      const { row } = completedEvent(customer.tenant.id, id, 3);
      const erased = { ...row, externalUserId: null, ipCountry: null, erasedAtMs: Date.now() };
      return { ...customer, queued, event: { type: 'erased', funnel: [], row: erased } };
    },
    act: receive,
    observe: observeEvent,
  });
  expect(partial).toEqual([]);
});
