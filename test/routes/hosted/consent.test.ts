// Consent that names everything that the check may request later (W16), tested from the visitor's
// and the customer's side: no picture of a document is accepted without consent.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NOTICE } from '../../../src/domain/terms/privacy-notice.ts';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { DocumentVisit } from '../../support/visitor/scripted-documents.ts';
import { tooYoung } from '../../support/visitor/too-young.ts';

afterEach(() => void vi.useRealTimers());

const BOTH = ['face', 'document'];
/** The consent of a page that was opened before consents had scopes. */
const OLD = { consent: { scopes: undefined } };
const agree = (visit: DocumentVisit, more: object = {}) =>
  visit.edge.browser.step('consent', { biometric: true, notice: NOTICE.version, ...more });

const timelineOf = async ({ edge }: DocumentVisit, key: string) => {
  const { data } = await edge.ask(`/api/v1/sessions/${edge.token}`);
  return data.timeline.filter(({ name }: { name?: string }) => name?.includes(key));
};

describe('the privacy notice before the first picture', () => {
  it.each([
    ['a possible document, by default', {}, 'may', BOTH],
    ['a document, where the mode asks for it', { verification_mode: 'document' }, 'will', BOTH],
    ['a document, when the identity is verified', { purpose: 'id_verification' }, 'will', BOTH],
    [
      'no document where nothing leaves the device',
      { verification_mode: 'facial' },
      undefined,
      ['face'],
    ],
    [
      'no document where the request accepts none',
      { accept: { methods: ['face'] } },
      undefined,
      ['face'],
    ],
  ])('names %s', async (_, fields, need, scopes) => {
    const visit = await DocumentVisit.begin(fields, { consent: { biometric: false } });
    const view = await visit.view();
    expect([view.step, view.document_need, view.privacy.scopes]).toEqual(['consent', need, scopes]);
  });

  it('names no document where no Worker reads documents', async () => {
    const visit = await EdgeVisit.begin({}, { consent: { biometric: false } });
    const { data } = (await visit.browser.view()).body;
    expect(data.privacy.scopes).toEqual(['face']);
    expect(data).not.toHaveProperty('document_need');
  });

  it('names the document in the session of a contest, which asks for consent again', async () => {
    const visit = await tooYoung();
    const { verify_url: url } = (await visit.edge.browser.step('contest')).body.data;
    const { data } = (await visit.edge.browser.open(url.split('/v/')[1])).body;
    expect(data).toMatchObject({
      step: 'consent',
      document_need: 'will',
      privacy: { scopes: BOTH },
    });
  });
});

describe('a consent', () => {
  it.each([
    ['to less than is asked', ['face'], 409],
    ['to one scope twice', ['face', 'face'], 409],
    ['without the face', ['document'], 409],
    ['to nothing', [], 409],
    ['to an unknown scope', ['face', 'voice'], 400],
    ['to more scopes than exist', ['face', 'document', 'document'], 400],
    ['of another type', 'face', 400],
  ])('%s changes nothing', async (_, scopes, status) => {
    const visit = await DocumentVisit.begin({}, { consent: { biometric: false } });
    expect((await agree(visit, { scopes })).status).toBe(status);
    expect((await visit.view()).step).toBe('consent');
    expect((await agree(visit, { scopes: BOTH })).body.data.step).toBe('liveness');
  });

  it('to documents in a session that never asks for one changes nothing', async () => {
    const visit = await EdgeVisit.begin({}, { consent: { scopes: BOTH } });
    expect((await visit.browser.view()).body.data.step).toBe('consent');
  });

  it('to documents is recorded, with its notice and time', async () => {
    const visit = await DocumentVisit.begin({}, { consent: { notice: NOTICE.version } });
    await visit.edge.browser.step('cancel');
    expect(await timelineOf(visit, 'document_consent')).toEqual([
      {
        at: expect.any(String),
        name: 'document_consent',
        step: 'consent',
        notice: NOTICE.version,
      },
    ]);
  });

  it('to the face alone is recorded without documents', async () => {
    const visit = await DocumentVisit.begin({ accept: { methods: ['face'] } });
    await visit.edge.browser.step('cancel');
    expect(await timelineOf(visit, 'consent')).toMatchObject([{ name: 'consent' }]);
  });
});

describe('pictures of a document without consent to them', () => {
  it('are refused and read by nobody, until the person has agreed', async () => {
    const visit = await DocumentVisit.steppedUp({}, OLD);
    expect(await visit.view()).toMatchObject({ step: 'consent', document_need: 'will' });
    expect((await visit.view()).document).toBeUndefined();
    expect(await visit.show()).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT' } },
    });
    expect(visit.documents.requests).toEqual([]);
    const agreed = await agree(visit, { scopes: BOTH });
    expect(agreed.body.data).toMatchObject({ step: 'document', attempts_left: { document: 3 } });
    expect((await visit.show()).body.data.status).toBe('success');
    expect(await visit.result()).toMatchObject({ checks: { face_match: { passed: true } } });
    expect(await timelineOf(visit, 'consent')).toMatchObject([
      { name: 'consent' },
      { name: 'consent' },
      { name: 'document_consent' },
    ]);
  });

  it('are asked for once: with consent the document comes next', async () => {
    const visit = await DocumentVisit.steppedUp();
    expect((await visit.view()).step).toBe('document');
  });

  it('stay refused on a phone whose owner has not agreed, even if that of the computer has', async () => {
    const visit = await DocumentVisit.begin({});
    await visit.edge.changeDevice({ scopes: undefined });
    await visit.edge.move();
    await visit.edge.reveal();
    for (let attempt = 0; attempt < 2; attempt++) await visit.unclear();
    expect(await visit.view()).toMatchObject({ device: 'phone', step: 'consent' });
    expect((await visit.show()).status).toBe(409);
    await agree(visit, { scopes: BOTH });
    expect((await visit.show()).body.data.status).toBe('success');
  });

  it('need no second consent from an old page without scopes that named the document', async () => {
    const visit = await DocumentVisit.atDocument(undefined, OLD);
    expect((await visit.view()).step).toBe('document');
    const steppedUp = await DocumentVisit.steppedUp({}, OLD);
    await agree(steppedUp);
    expect((await steppedUp.view()).step).toBe('document');
  });
});
