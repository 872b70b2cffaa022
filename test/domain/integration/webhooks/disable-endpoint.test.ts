import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderMail } from '../../../../src/domain/platform/mail/render-mail.ts';
import { SUPPORTED_LOCALES } from '../../../../src/domain/terms/locale.ts';
import { recordAttempt } from '../../../../src/domain/integration/webhooks/deliver.ts';
import { disableEndpoint } from '../../../../src/domain/integration/webhooks/disable-endpoint.ts';
import {
  readEndpoint,
  updateEndpoint,
} from '../../../../src/domain/integration/webhooks/manage-endpoints.ts';
import { makeDashboardTenant, type DashboardTenant } from '../../../support/staff/dashboard.ts';
import { makeMember } from '../../../support/staff/members.ts';
import { sentMails } from '../../../support/account/mails.ts';
import { queryLedger } from '../../../support/customer/ledgers.ts';
import { newInbox, receiverUrl } from '../../../support/customer/inbox.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';
import {
  registerAt,
  registerUnreachable,
  endSession,
  staffOf,
} from '../../../support/customer/webhooks.ts';

const DAY_MS = 86_400_000;

let tenant: DashboardTenant;
let world: WebhookWorld;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
  // Every receiver in this file responds, so no request should time out, even on a busy machine.
  world = new WebhookWorld();
});

const listenAt = async (behaviour: string) =>
  (await registerAt(world.ctx, tenant.id, receiverUrl(newInbox(), behaviour))).endpoint;

const entries = async () =>
  (
    await env.DB.prepare(
      "SELECT audience, staff_id, tenant_id, target_id, before, after FROM audit_entries WHERE action = 'webhook.disable'",
    ).all()
  ).results;

const states = async () =>
  (
    await queryLedger<{ state: string }>({ tenantId: tenant.id }, 'SELECT state FROM deliveries')
  ).map(({ state }) => state);

describe('the owners of a disabled endpoint', () => {
  it('are mailed once, however many attempts find the same failure at once', async () => {
    const endpoint = await listenAt('gone');
    for (let n = 0; n < 20; n += 1) await endSession(world.ctx, tenant.id);
    await world.deliverDueAtOnce();
    const { host } = new URL(endpoint.url);
    expect(await sentMails()).toMatchObject([
      {
        recipient: tenant.owner.email,
        locale: 'en',
        template: 'webhook_gone',
        details: {
          endpoint: `${host} (${endpoint.id})`,
          link: `http://localhost:8787/dashboard/webhooks/${endpoint.id}`,
        },
      },
    ]);
    expect(await entries()).toEqual([
      {
        audience: 'system',
        staff_id: null,
        tenant_id: tenant.id,
        target_id: endpoint.id,
        before: '{"state":"enabled"}',
        after: '{"state":"disabled","reason":"gone"}',
      },
    ]);
  });

  it('are told the reason: three days without a success', async () => {
    const endpoint = await listenAt('error');
    await endSession(world.ctx, tenant.id);
    await world.deliverDueAtOnce();
    world.nowMs += 3 * DAY_MS;
    await world.deliverDue();
    expect((await readEndpoint(world.ctx, tenant.id, endpoint.id)).disabledReason).toBe('failing');
    expect((await sentMails()).map(({ template }) => template)).toEqual(['webhook_failing']);
  });

  it('are exactly the active owners with a confirmed address, in their customer’s language', async () => {
    const second = await makeMember(tenant.id);
    const gone = await makeMember(tenant.id);
    const unconfirmed = await makeMember(tenant.id);
    await makeMember(tenant.id, 'developer');
    await makeDashboardTenant();
    await env.DB.batch([
      env.DB.prepare('UPDATE staff SET deactivated_at_ms = 1 WHERE id = ?').bind(gone.id),
      env.DB.prepare('UPDATE staff SET email_verified_at_ms = NULL WHERE id = ?').bind(
        unconfirmed.id,
      ),
      env.DB.prepare("UPDATE tenants SET default_locale = 'de' WHERE id = ?").bind(tenant.id),
    ]);
    await listenAt('gone');
    await endSession(world.ctx, tenant.id);
    await world.deliverDueAtOnce();
    expect((await sentMails()).map(({ recipient, locale }) => [recipient, locale])).toEqual([
      [tenant.owner.email, 'de'],
      [second.email, 'de'],
    ]);
  });

  it('are mailed again when it was enabled and fails again', async () => {
    const endpoint = await listenAt('gone');
    for (let time = 0; time < 2; time += 1) {
      await endSession(world.ctx, tenant.id);
      // Enabling the endpoint also queues the deliveries that were waiting. Two messages may find
      // the same delivery, and one of them queues it again, so a single round may not be enough.
      while ((await world.deliverDue()) > 0);
      await updateEndpoint(world.ctx, staffOf(tenant.id), endpoint.id, { state: 'enabled' });
    }
    expect(await sentMails()).toHaveLength(2);
  });

  it('are not mailed for an attempt that began before the URL was changed', async () => {
    const endpoint = await listenAt('gone');
    const url = receiverUrl(newInbox(), 'ok');
    await updateEndpoint(world.ctx, staffOf(tenant.id), endpoint.id, { url });
    await endSession(world.ctx, tenant.id);
    await disableEndpoint(world.ctx, endpoint, 'gone');
    expect((await readEndpoint(world.ctx, tenant.id, endpoint.id)).state).toBe('enabled');
    expect([await sentMails(), await entries()]).toEqual([[], []]);
    expect(await states()).toEqual(['pending']);
  });

  it('see no paths and queries of URLs, which may contain credentials', async () => {
    const url = 'https://hooks.example/T0KEN?key=abc';
    const { endpoint } = await registerUnreachable(world.ctx, tenant.id, url);
    await disableEndpoint(world.ctx, endpoint, 'gone');
    const [mail] = await sentMails();
    expect(mail?.details['endpoint']).toBe(`hooks.example (${endpoint.id})`);
    expect(JSON.stringify(mail?.details)).not.toMatch(/T0KEN|abc/);
  });
});

describe('an endpoint is disabled for its own three days of failures (D-26)', () => {
  it('a success resets the count: an endpoint that works now and then is never disabled', async () => {
    const endpoint = await listenAt('error');
    // Writes the URL of a receiver with a different behaviour directly to the row, because changing
    // it through the API would reset the endpoint's health.
    const becomes = (behaviour: string) =>
      env.DB.prepare('UPDATE webhook_endpoints SET url = ? WHERE id = ?')
        .bind(receiverUrl(newInbox(), behaviour), endpoint.id)
        .run();
    await endSession(world.ctx, tenant.id);
    for (let day = 0; day < 5; day += 1) {
      await world.deliverDue();
      await becomes('ok');
      await endSession(world.ctx, tenant.id);
      await world.deliverDue();
      await becomes('error');
      await endSession(world.ctx, tenant.id);
      world.nowMs += DAY_MS;
    }
    expect((await readEndpoint(world.ctx, tenant.id, endpoint.id)).state).toBe('enabled');
  });

  it('the last attempt of its only delivery disables it, even if the first attempt was late', async () => {
    const endpoint = await listenAt('error');
    await endSession(world.ctx, tenant.id);
    world.nowMs += 2_000;
    for (
      let dueMs = await world.nextDueMs();
      dueMs !== undefined;
      dueMs = await world.nextDueMs()
    ) {
      world.nowMs = Math.max(world.nowMs, dueMs);
      await world.deliverDue();
    }
    const [dead] = await states();
    const { state } = await readEndpoint(world.ctx, tenant.id, endpoint.id);
    expect([dead, state]).toEqual(['dead', 'disabled']);
    expect((await sentMails()).map(({ template }) => template)).toEqual(['webhook_failing']);
  });

  it('a delivery that arrived during the disabling attempt keeps it enabled', async () => {
    const endpoint = await listenAt('error');
    const failingSinceMs = world.nowMs - 3 * DAY_MS;
    await disableEndpoint(world.ctx, { ...endpoint, failingSinceMs }, 'failing');
    expect((await readEndpoint(world.ctx, tenant.id, endpoint.id)).state).toBe('enabled');
    expect(await sentMails()).toEqual([]);
  });

  it('failures of the previous URL do not count', async () => {
    const endpoint = await listenAt('error');
    await endSession(world.ctx, tenant.id);
    await world.deliverDue();
    world.nowMs += 3 * DAY_MS;
    const url = receiverUrl(newInbox(), 'error');
    await updateEndpoint(world.ctx, staffOf(tenant.id), endpoint.id, { url });
    await world.deliverDue();
    expect((await readEndpoint(world.ctx, tenant.id, endpoint.id)).state).toBe('enabled');
  });

  it('a failure of the previous URL that is recorded late does not count', async () => {
    const endpoint = await listenAt('error');
    await endSession(world.ctx, tenant.id);
    const { nowMs, ctx } = world;
    const claimed = await world.claimDue();
    const url = receiverUrl(newInbox(), 'ok');
    await updateEndpoint(ctx, staffOf(tenant.id), endpoint.id, { url });
    const attempt = { number: 1, url: endpoint.url, atMs: nowMs, durationMs: 5, status: 500 };
    await recordAttempt(ctx, claimed, attempt, { state: 'dead' });
    const { failingSinceMs } = await readEndpoint(ctx, tenant.id, endpoint.id);
    expect(failingSinceMs).toBeUndefined();
  });
});

describe.each(SUPPORTED_LOCALES)('the mail in %s', (locale) => {
  it.each(['webhook_failing', 'webhook_gone'] as const)(
    'of %s names the endpoint and links to its page',
    (template) => {
      const link = 'https://id.example/dashboard/webhooks/we_1';
      const details = { endpoint: 'hooks.example (we_1)', link };
      const { subject, text, html } = renderMail({ template, locale, details }, 'Agate');
      for (const said of [subject, text, html]) expect(said).toContain('hooks.example (we_1)');
      expect(html.split(`href="${link}"`)).toHaveLength(3);
      expect(text).toContain(`:\n${link}\n`);
      expect(`${text}${html}`).not.toMatch(/undefined|\{\w+\}/);
    },
  );
});
