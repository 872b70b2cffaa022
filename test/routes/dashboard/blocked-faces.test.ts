// A customer's blocked faces, as its staff manage them (D-16, D-100).
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { NOTICE } from '../../../src/domain/terms/privacy-notice.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { FaceBackend } from '../../support/customer/face-backend.ts';
import { makeMember } from '../../support/staff/members.ts';
import { photoOf } from '../../support/visitor/scripted-face.ts';

const REASON = 'Resold 14 accounts (case 2291)';

describe('/dashboard/v1/blocked-faces', () => {
  it('lists the entries of one mode with reason, author, end and contact; members add and remove them, which is audited', async () => {
    const tenant = await makeDashboardTenant();
    const { token: owner, id: ownerId } = tenant.owner;
    await env.DB.prepare(
      "UPDATE tenants SET keep_faces_days = 7, privacy_contact = 'dpo@cellar.example' WHERE id = ?",
    )
      .bind(tenant.id)
      .run();
    const backend = new FaceBackend(tenant);
    const consent = { notice: NOTICE.version, faces: { kept_days: 7 } };
    const visit = await EdgeVisit.begin({}, { customer: tenant, consent });
    const block = (more: object = {}, by = owner) =>
      ask('POST', '/blocked-faces', by, {
        session_token: visit.token,
        reason: REASON,
        expires_in_days: 30,
        ...more,
      });
    expect((await block()).body.error?.code).toBe('CONFLICT');
    await visit.pass();

    expect((await block({ reason: ' ' })).body.error?.code).toBe('VALIDATION_FAILED');
    expect((await block({ mode: 'test' })).status).toBe(404);
    const { token: reviewer } = await makeMember(tenant.id, 'reviewer');
    expect((await block({}, reviewer)).status).toBe(403);
    const { token: developer, id: developerId } = await makeMember(tenant.id, 'developer');
    expect((await block({}, developer)).status).toBe(201);
    // Blocking the face of the same check again succeeds, but adds no second entry.
    expect((await block()).status).toBe(201);
    await backend.block(photoOf('eve'));
    await backend.inTest().block(photoOf('mallory'));
    await (await backend.another()).block(photoOf('eve'));

    const outlook = await ask('GET', '/blocked-faces/outlook', reviewer);
    expect(outlook.body.data).toMatchObject({ wrongly_matched: expect.any(Number) });
    expect(outlook.body.data.entries).toBeGreaterThan(0);
    const list = await ask('GET', '/blocked-faces?per_page=1&page=2', reviewer);
    expect(list.body.meta).toMatchObject({ pagination: { total: 2, total_pages: 2 } });
    expect(list.body.data).toEqual([
      {
        id: expect.any(Number),
        reason: REASON,
        source: 'session',
        session_id: visit.browser.sessionId,
        added_by: `staff:${developerId}`,
        added_by_name: 'Vera Vintner',
        created_at: expect.any(String),
        expires_at: expect.any(String),
        contest_contact: 'dpo@cellar.example',
      },
    ]);
    const tests = await ask('GET', '/blocked-faces?mode=test', owner);
    expect(tests.body.data).toMatchObject([{ added_by: expect.stringMatching(/^key_/) }]);
    expect(tests.body.data[0]).not.toHaveProperty('added_by_name');
    await env.DB.prepare('DELETE FROM staff WHERE id = ?').bind(developerId).run();
    const left = await ask('GET', '/blocked-faces?per_page=1&page=2', owner);
    expect(left.body.data[0].added_by).toBe(`staff:${developerId}`);
    expect(left.body.data[0]).not.toHaveProperty('added_by_name');

    const [{ id }] = list.body.data;
    const stranger = await makeDashboardTenant();
    expect((await ask('DELETE', `/blocked-faces/${id}`, stranger.owner.token)).status).toBe(404);
    expect((await ask('DELETE', '/blocked-faces/x', owner)).status).toBe(404);
    expect((await ask('DELETE', `/blocked-faces/${id}`, reviewer)).status).toBe(403);
    const again = await EdgeVisit.begin(
      {},
      {
        customer: tenant,
        consent: { notice: NOTICE.version, faces: { compared: true, kept_days: 7 } },
      },
    );
    await again.pass();
    expect((await again.result()).reason).toBe('blacklist_match');
    for (const one of [id, tests.body.data[0].id])
      for (const status of [200, 404])
        expect((await ask('DELETE', `/blocked-faces/${one}`, owner)).status).toBe(status);
    expect((await ask('GET', '/blocked-faces', owner)).body.meta).toMatchObject({
      pagination: { total: 1 },
    });

    const { results } = await env.DB.prepare(
      "SELECT action, staff_id FROM audit_entries WHERE tenant_id = ? AND target_type = 'blocked_face' ORDER BY id",
    )
      .bind(tenant.id)
      .all<{ action: string; staff_id: number | null }>();
    expect(results.map(({ action, staff_id: actor }) => [action, actor])).toEqual([
      ['blacklist.add', developerId],
      ['blacklist.add', null],
      ['blacklist.add', null],
      ['blacklist.remove', ownerId],
      ['blacklist.remove', ownerId],
    ]);
    expect(JSON.stringify(results)).not.toContain('Resold');
  });
});
