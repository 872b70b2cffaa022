import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { makeTenant } from '../../support/customer/tenants.ts';
import { DocumentVisit } from '../../support/visitor/scripted-documents.ts';

const DOCUMENT_FIRST = { accept: { order: ['document', 'face'] } };
const viewOf = async (visit: DocumentVisit) => visit.view();

describe('the ways of a session (D-156)', () => {
  it('are offered in the usual order, with a document only after an estimate', async () => {
    const visit = await DocumentVisit.begin({}, { consent: { notice: 'another' } });
    const { ways, document_need: need } = await viewOf(visit);
    expect(ways).toEqual({ order: ['face', 'document'] });
    expect(need).toBe('may');
    expect((await visit.edge.browser.step('way', { way: 'document' })).status).toBe(409);
  });

  it('follow the request, and otherwise the order of the settings', async () => {
    const customer = await makeTenant({ agateId: true });
    const order = JSON.stringify(['face', 'account', 'document']);
    await env.DB.prepare('UPDATE tenants SET accept_order = ? WHERE id = ?')
      .bind(order, customer.id)
      .run();
    const consent = { notice: 'another' };
    const orderOf = async (fields: object) =>
      (await viewOf(await DocumentVisit.begin({ ...fields }, { customer, consent }))).ways.order;
    expect(await orderOf({})).toEqual(['face', 'account', 'document']);
    expect(await orderOf({ accept: { order: ['document'] } })).toEqual([
      'document',
      'account',
      'face',
    ]);
    // Naming a method in `order` does not make it available.
    const facesAlone = { accept: { order: ['wallet', 'pass', 'document'], methods: ['face'] } };
    expect(await orderOf(facesAlone)).toEqual(['face']);
  });

  it('are listed only before the consent', async () => {
    expect((await viewOf(await DocumentVisit.begin(DOCUMENT_FIRST))).ways).toBeUndefined();
  });
});

describe('a document instead of an estimate', () => {
  it('decides without an estimate if the customer names it first', async () => {
    const visit = await DocumentVisit.begin(DOCUMENT_FIRST, { way: 'document' });
    await visit.edge.move();
    await visit.edge.reveal();
    expect(await viewOf(visit)).toMatchObject({ step: 'document', document_need: 'will' });
    await visit.show();
    expect(await visit.result()).toMatchObject({
      status: 'success',
      verification_type: 'full',
      checks: { document: { performed: true, passed: true } },
    });
  });

  it('is the type of the session, even if none was shown', async () => {
    const visit = await DocumentVisit.begin(DOCUMENT_FIRST, { way: 'document' });
    await visit.edge.browser.step('assistance');
    expect(await visit.result()).toMatchObject({
      status: 'failed',
      reason: 'assistance_needed',
      verification_type: 'full',
    });
  });

  it('can be deselected before the consent, which names the choice', async () => {
    const visit = await DocumentVisit.begin(DOCUMENT_FIRST, { consent: { notice: 'another' } });
    const choose = async (way: string) => (await visit.edge.browser.step('way', { way })).body.data;
    expect((await viewOf(visit)).ways.chosen).toBe('face');
    const chosen = await choose('document');
    expect(chosen).toMatchObject({
      step: 'consent',
      document_need: 'will',
      ways: { chosen: 'document' },
    });
    expect(chosen.privacy.scopes).toContain('document');
    expect(await choose('document')).toMatchObject({ ways: { chosen: 'document' } });
    expect(await choose('face')).toMatchObject({ document_need: 'may', ways: { chosen: 'face' } });
  });

  it.each([{}, { way: 'wallet' }, { way: 7 }, { way: null }])(
    'is chosen by its name: %j changes nothing',
    async (body) => {
      const visit = await DocumentVisit.begin(DOCUMENT_FIRST, { consent: { notice: 'another' } });
      expect((await visit.edge.browser.step('way', body)).status).toBe(400);
      expect((await viewOf(visit)).ways.chosen).toBe('face');
    },
  );

  it('cannot be chosen once the movements were drawn', async () => {
    const visit = await DocumentVisit.begin(DOCUMENT_FIRST);
    expect((await visit.edge.browser.step('way', { way: 'document' })).status).toBe(409);
    await visit.edge.browser.step('challenge');
    expect((await visit.edge.browser.step('way', { way: 'document' })).status).toBe(409);
  });

  it('stays the way after an estimate that decided nothing', async () => {
    const visit = await DocumentVisit.steppedUp(DOCUMENT_FIRST);
    expect(await viewOf(visit)).toMatchObject({ step: 'document' });
    expect((await visit.edge.browser.step('way', { way: 'face' })).status).toBe(409);
  });

  it('is consistent after concurrent requests', async () => {
    const visit = await DocumentVisit.begin(DOCUMENT_FIRST, { consent: { notice: 'another' } });
    const presses = Array.from({ length: 12 }, (_, at) =>
      visit.edge.browser.step('way', { way: at % 2 === 0 ? 'document' : 'face' }),
    );
    const statuses = (await Promise.all(presses)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { ways, document_need: need } = await viewOf(visit);
    expect(need).toBe(ways.chosen === 'document' ? 'will' : 'may');
  });
});
