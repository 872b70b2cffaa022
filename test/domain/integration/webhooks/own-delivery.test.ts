// What the service reports to a deployment about the webhook of the deployment's self-check, until
// that webhook arrives.
import { env } from 'cloudflare:workers';
import { afterEach, expect, it, vi } from 'vitest';
import { sha256Hex } from '../../../../src/crypto/hash.ts';
import { consumeSessionEvents } from '../../../../src/domain/integration/webhooks/consume-events.ts';
import { prepareOwnReceiver } from '../../../../src/domain/integration/webhooks/own-receiver.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';
import { completedEvent, newSessionId } from '../../../support/customer/webhooks.ts';

const BASE = 'https://verify.quarry.example';
const TOKEN = `xwc_${'a'.repeat(43)}`;

afterEach(() => vi.unstubAllGlobals());

it('is nothing before the session ends, then the number of attempts, then how the last one failed', async () => {
  const world = new WebhookWorld();
  const ctx = { ...world.ctx, config: { ...world.ctx.config, baseUrl: BASE, isLocal: false } };
  const { id: tenantId } = await makeTenant();
  await env.DB.prepare(
    `INSERT INTO deployment_links (token_hash, kind, tenant_id, created_at_ms, expires_at_ms) VALUES (?, 'webhook', ?, 1, ?)`,
  )
    .bind(await sha256Hex(TOKEN), tenantId, Date.now() + 600_000)
    .run();
  expect(await prepareOwnReceiver(ctx, TOKEN)).toEqual({});
  const event = completedEvent(tenantId, newSessionId(), 2);
  await consumeSessionEvents(ctx, [{ ...event, row: { ...event.row, test: true } }]);
  expect(await prepareOwnReceiver(ctx, TOKEN)).toEqual({ delivery: { attempts: 0 } });
  Object.assign(world.ctx, ctx);
  for (const [attempts, answer, told] of [
    [1, () => new Response('no', { status: 403 }), { status: 403, failure: 'status' }],
    [2, () => Promise.reject(new Error('reset')), { failure: 'connection' }],
  ] as const) {
    vi.stubGlobal('fetch', async () => answer());
    world.nowMs = (await world.nextDueMs()) ?? 0;
    await world.deliverDue();
    expect(await prepareOwnReceiver(ctx, TOKEN)).toEqual({ delivery: { attempts, ...told } });
  }
});
