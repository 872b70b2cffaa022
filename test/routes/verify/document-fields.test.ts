// The document fields in a customer's results (D-96): which fields, for whom, and for how long.
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeObjectId } from '../../../src/crypto/capability-token.ts';
import { NOTICE } from '../../../src/domain/terms/privacy-notice.ts';
import { get } from '../../support/customer/api.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { goTo } from '../../support/visitor/hosted.ts';
import { decide, makeReviewer, ReviewedVisit } from '../../support/customer/reviews.ts';
import { DocumentVisit, FACTS, reads, readsNot } from '../../support/visitor/scripted-documents.ts';
import { seePortrait } from '../../support/visitor/scripted-face.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

afterEach(() => void vi.useRealTimers());

const ALL = ['name', 'birth_year', 'document_number_hash'];
const ID = { purpose: 'id_verification', min_age: 0 };
const agreeing = (document_fields: readonly string[]) => ({
  notice: NOTICE.version,
  document_fields,
});

async function tenantWith(fields: readonly string[]): Promise<DashboardTenant> {
  const tenant = await makeDashboardTenant();
  const { status } = await ask('PATCH', '/settings', tenant.owner.token, {
    document_fields: fields,
  });
  expect(status).toBe(200);
  return tenant;
}

/** Runs an identity check whose visitor consents to what the page shows. */
async function shown(
  customer: DashboardTenant,
  fields: readonly string[],
  { more = {}, facts = {} } = {},
): Promise<DocumentVisit> {
  const options = { customer, consent: agreeing(fields) };
  const visit = await DocumentVisit.atDocument({ ...ID, ...more }, options);
  visit.documents.setReading(reads(facts));
  await visit.show();
  return visit;
}

/** A visitor at the document step of a check, for a customer that has human reviews enabled. */
async function doubted(fields: readonly string[]) {
  const customer = await tenantWith(fields);
  await ask('PATCH', '/settings', customer.owner.token, { reviews: true });
  const options = { customer, consent: agreeing(fields) };
  return { customer, reviewed: ReviewedVisit.of(await DocumentVisit.atDocument(ID, options)) };
}

const fieldsOf = async (visit: DocumentVisit) => (await visit.result()).document_fields;
const keptBy = ({ edge }: DocumentVisit) =>
  runInDurableObject(
    env.VERIFICATION_SESSION.get(
      env.VERIFICATION_SESSION.idFromString(decodeObjectId(edge.browser.sessionId) ?? ''),
    ),
    (_object, { storage }) => [...storage.kv.list()].map(([name]) => name),
  );

describe('document_fields of a result (D-96)', () => {
  it('are none by default', async () => {
    const tenant = await makeDashboardTenant();
    const visit = await DocumentVisit.atDocument(ID, { customer: tenant });
    expect((await visit.view()).privacy.document_fields).toBeUndefined();
    await visit.show();
    expect((await visit.result()).verified).toBe(true);
    expect(await fieldsOf(visit)).toBeUndefined();
    expect(await keptBy(visit)).not.toContain('fields');
  });

  it('are those of the setting, and the page names them before the person agrees', async () => {
    const tenant = await tenantWith(ALL);
    const visit = await shown(tenant, ALL);
    expect((await visit.view()).privacy).toMatchObject({
      notice: NOTICE.version,
      document_fields: ALL,
    });
    const result = await visit.result();
    expect(Object.keys(result).at(-1)).toBe('document_fields');
    expect(result.document_fields).toEqual({
      name: `${FACTS.givenNames} ${FACTS.surname}`,
      birth_year: 1974,
      document_number_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const some = await shown(await tenantWith(['birth_year']), ['birth_year']);
    expect(await fieldsOf(some)).toEqual({ birth_year: 1974 });
  });

  it('hash a number the same for one customer, and differently for another number, country or customer', async () => {
    const field = ['document_number_hash'];
    const [tenant, other] = [await tenantWith(field), await tenantWith(field)];
    // The hash key survives when the setting is changed and changed back.
    const hash = async (customer: DashboardTenant, facts = {}) =>
      (await fieldsOf(await shown(customer, field, { facts }))).document_number_hash;
    const first = await hash(tenant);
    await ask('PATCH', '/settings', tenant.owner.token, { document_fields: [] });
    await ask('PATCH', '/settings', tenant.owner.token, { document_fields: field });
    expect(await hash(tenant, { givenNames: 'AGATA' })).toBe(first);
    const others = [
      await hash(tenant, { number: 'D23145891' }),
      await hash(tenant, { country: 'SK' }),
      await hash(tenant, { type: 'passport' }),
      await hash(other),
    ];
    expect(new Set([first, ...others]).size).toBe(5);
  });

  it('are in the result only: in no event, list, file, details, status or receipt', async () => {
    const tenant = await tenantWith(ALL);
    const visit = await shown(tenant, ALL);
    const { token, document_fields: fields, receipt } = await visit.result();
    const secrets = [FACTS.surname, fields.document_number_hash, 'birth_year'];
    await eventually(async () => {
      const events = (await get('/api/v1/events', tenant.secret)).body.data;
      expect(events).toMatchObject([{ type: 'session.success', data: { token } }]);
    });
    const answers = [
      (await get('/api/v1/events', tenant.secret)).body,
      (await get(`/api/v1/sessions/${token}`, tenant.secret)).body,
      (await get('/api/v1/sessions', tenant.secret)).body,
      (await get(`/verify/v1/status/${token}`, tenant.secret)).body,
      (await ask('GET', `/sessions/${token}`, tenant.owner.token)).body,
      await (await visit.edge.read(new URL(receipt).pathname)).text(),
    ];
    for (const answer of answers)
      for (const secret of secrets) expect(JSON.stringify(answer)).not.toContain(secret);
  });

  it('are never kept for an age check', async () => {
    const tenant = await tenantWith(ALL);
    const visit = await shown(tenant, [], {
      more: { purpose: undefined, min_age: 18, verification_mode: 'document' },
    });
    expect((await visit.view()).privacy.document_fields).toBeUndefined();
    expect((await visit.result()).verified).toBe(true);
    expect(await fieldsOf(visit)).toBeUndefined();
    expect(await keptBy(visit)).not.toContain('fields');
  });

  it('need consent to exactly these fields', async () => {
    const tenant = await tenantWith(ALL);
    const visit = await DocumentVisit.begin(ID, { customer: tenant, consent: agreeing(['name']) });
    expect((await visit.view()).step).toBe('consent');
    const { browser } = visit.edge;
    const refused = await browser.step('consent', { biometric: true, ...agreeing([]) });
    expect(refused.body.error?.code).toBe('CONFLICT');
    // This consent comes from a page that does not know about document fields, and so has not shown
    // them.
    await browser.step('consent', { biometric: true, notice: NOTICE.version });
    await visit.edge.move();
    await visit.edge.reveal();
    await visit.show();
    expect((await visit.result()).verified).toBe(true);
    expect(await fieldsOf(visit)).toBeUndefined();
  });

  it('are not kept if the document fails, or belongs to another person', async () => {
    const tenant = await tenantWith(ALL);
    const expired = await shown(tenant, ALL, { facts: { expiryDate: '2020-01-01' } });
    await expired.show();
    await expired.show();
    expect((await expired.result()).reason).toBe('document_expired');
    expect(await keptBy(expired)).not.toContain('fields');
    const options = { customer: tenant, consent: agreeing(ALL) };
    const other = await DocumentVisit.atDocument(ID, options);
    other.edge.face.portrait = seePortrait('Bea');
    await other.show();
    expect((await other.result()).reason).toBe('face_mismatch');
    expect(await keptBy(other)).not.toContain('fields');
  });

  it.each([
    ['approve', { name: `${FACTS.givenNames} ${FACTS.surname}` }],
    ['reject', undefined],
    ['ask_again', undefined],
  ])(
    'of a document in doubt are kept for the review, and %s decides about them (D-95)',
    async (decision, fields) => {
      const { customer, reviewed } = await doubted(['name']);
      const ofReview = { page: reviewed.page, front: reviewed.front };
      reviewed.visit.edge.face.portrait = seePortrait('Bea');
      await reviewed.visit.show(ofReview);
      await reviewed.ask();
      const { token, status, document_fields: shownBefore } = await reviewed.result();
      expect([status, shownBefore]).toEqual(['pending_tenant_review', undefined]);
      expect(await keptBy(reviewed.visit)).toContain('fields');
      const { token: by } = await makeReviewer(customer);
      const steps = decision === 'ask_again' && { steps: ['document'] };
      expect((await decide(token, by, { decision, ...steps })).status).toBe(200);
      expect(await fieldsOf(reviewed.visit)).toEqual(fields);
      expect((await keptBy(reviewed.visit)).includes('fields')).toBe(fields !== undefined);
    },
  );

  it('are those of the last document shown, or none if it was not read (D-95)', async () => {
    const { customer, reviewed } = await doubted(['name']);
    reviewed.visit.edge.face.portrait = seePortrait('Bea');
    await reviewed.visit.show();
    expect(await keptBy(reviewed.visit)).toContain('fields');
    await reviewed.step('review/show');
    expect(await keptBy(reviewed.visit)).not.toContain('fields');
    reviewed.visit.documents.setReading(readsNot('shape'));
    await reviewed.visit.show({ page: reviewed.page, front: reviewed.front });
    await reviewed.ask();
    const { token: by } = await makeReviewer(customer);
    await decide(await reviewed.token(), by, { decision: 'approve' });
    expect((await reviewed.result()).verified).toBe(true);
    expect(await fieldsOf(reviewed.visit)).toBeUndefined();
  });

  it('are deleted if the visitor declines the review (D-95)', async () => {
    const { reviewed } = await doubted(['name']);
    reviewed.visit.edge.face.portrait = seePortrait('Bea');
    await reviewed.visit.show();
    await reviewed.step('review/decline');
    expect((await reviewed.result()).reason).toBe('face_mismatch');
    expect(await keptBy(reviewed.visit)).not.toContain('fields');
  });

  it('are deleted with the session after its retention, and by an erasure before', async () => {
    const tenant = await tenantWith(ALL);
    const [erased, kept] = [await shown(tenant, ALL), await shown(tenant, ALL)];
    expect(await keptBy(erased)).toEqual(expect.arrayContaining(['fields', 'fields_key']));
    await erased.edge.erase();
    expect(await keptBy(erased)).not.toContain('fields');
    expect(await keptBy(erased)).not.toContain('fields_key');
    goTo(29 * 86_400_000);
    expect(await fieldsOf(kept)).toMatchObject({ birth_year: 1974 });
    goTo(2 * 86_400_000);
    expect(await visitStatus(kept)).toBe(404);
  });

  it('are those of a specimen in a test session settled by the sandbox', async () => {
    const tenant = await tenantWith(['name', 'birth_year', 'document_number_hash']);
    const visit = await DocumentVisit.begin(ID, {
      customer: tenant,
      test: true,
      consent: agreeing(ALL),
    });
    await visit.edge.browser.step('sandbox', { outcome: 'success' });
    expect(await fieldsOf(visit)).toEqual({
      name: 'ANNA MARIA ERIKSSON',
      birth_year: 1974,
      document_number_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const failed = await DocumentVisit.begin(ID, { customer: tenant, test: true });
    await failed.edge.browser.step('sandbox', { outcome: 'failed' });
    expect(await fieldsOf(failed)).toBeUndefined();
  });

  it('lack the hash if the customer has no hash key, and have the rest', async () => {
    const customer = await makeTenant();
    await env.DB.prepare('UPDATE tenants SET document_fields = ? WHERE id = ?')
      .bind(JSON.stringify(ALL), customer.id)
      .run();
    const options = { customer, consent: agreeing(ALL) };
    const visit = await DocumentVisit.atDocument(ID, options);
    await visit.show();
    expect(await fieldsOf(visit)).toEqual({
      name: `${FACTS.givenNames} ${FACTS.surname}`,
      birth_year: 1974,
    });
  });
});

async function visitStatus(visit: DocumentVisit): Promise<number> {
  const { error } = (await visit.edge.ask(`/verify/v1/result/${visit.edge.token}`)) as {
    error?: { code: string };
  };
  return error?.code === 'NOT_FOUND' ? 404 : 200;
}
