import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MeasuredPortrait } from '../../../src/vision/face/face-wire.ts';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { goTo } from '../../support/visitor/hosted.ts';
import {
  DocumentVisit,
  jpegOf,
  reads,
  readsNot,
  type DocumentParts,
} from '../../support/visitor/scripted-documents.ts';
import { distanceFor } from '../../support/visitor/scripted-descriptor.ts';
import { blendPortrait, seePortrait } from '../../support/visitor/scripted-face.ts';

afterEach(() => void vi.useRealTimers());

const ALL = ['passport', 'id_card', 'residence_permit', 'drivers_license'];
const PASSED = { performed: true, passed: true };
const FAILED = { performed: true, passed: false };
const SKIPPED = { performed: false, passed: false };
/**
 * A portrait whose distance from the visitor's face, including the usual difference between two
 * pictures of one person, is between the two limits of config/face-limits.ts.
 */
const DOUBTFUL = blendPortrait('Ada', 'Bea', distanceFor(1));
const asEnded = (reason: string) => ({ status: 'failed', outcome: { reason } });

describe('a session that a document decides (D-91)', () => {
  it('goes from the movements to the document, and says what was read', async () => {
    const visit = await DocumentVisit.begin();
    const moved = await visit.edge.move();
    expect(moved.body.data).toMatchObject({
      step: 'document',
      measured: 'edge',
      reveal: { step: 'liveness' },
      attempts_left: { document: 3 },
      document: { allowed: ALL },
    });
    expect((await visit.edge.reveal()).body.data).toMatchObject({ step: 'document' });
    expect((await visit.show({ front: jpegOf('the front') })).body.data).toMatchObject({
      step: 'done',
      status: 'success',
    });
    expect(await visit.result()).toMatchObject({
      verified: true,
      verification_type: 'full',
      measured: 'edge',
      checks: {
        liveness: PASSED,
        age: { ...PASSED, gate: 18 },
        document: { ...PASSED, document_type: 'id_card', country: 'CZ' },
        face_match: PASSED,
      },
    });
  });

  it('has no age if none was requested', async () => {
    const visit = await DocumentVisit.atDocument({ purpose: 'id_verification', min_age: 0 });
    await visit.show();
    expect(await visit.result()).toMatchObject({
      verified: true,
      checks: { age: SKIPPED, document: PASSED, face_match: PASSED },
    });
  });

  it('is read by the service alone, from the strips, the page and the date', async () => {
    const visit = await DocumentVisit.atDocument();
    await visit.show();
    const [request] = visit.documents.requests;
    expect(request?.kind).toBe('mrz');
    expect(new TextDecoder('latin1').decode(request?.page)).toContain('the page of document 1');
    expect(request?.frames.map((strips) => strips.length)).toEqual([2, 2]);
    expect(request?.today).toBe(new Date().toISOString().slice(0, 10));
  });

  it('is judged by the date at the visitor’s place (D-142)', async () => {
    const days = [];
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Nowhere/Else']) {
      const visit = await DocumentVisit.atDocument();
      visit.edge.browser.timeZone = timeZone;
      await visit.show();
      const [request] = visit.documents.requests;
      days.push(
        Date.parse(request?.today ?? '') - Date.parse(new Date().toISOString().slice(0, 10)),
      );
    }
    const [ahead = 0, behind = 0, unknown] = days;
    // The two time zones are 25 hours apart.
    expect(ahead - behind).toBeGreaterThanOrEqual(86_400_000);
    expect(unknown).toBe(0);
  });

  it('ends without one where no Worker reads documents (D-91)', async () => {
    const visit = await EdgeVisit.begin({ verification_mode: 'document' });
    expect((await visit.browser.view()).body.data).toMatchObject(asEnded('document_rejected'));
  });
});

describe('an age that stays inconclusive (D-91)', () => {
  it('leads on to the document, and does not count as a check', async () => {
    const visit = await DocumentVisit.steppedUp();
    expect(await visit.view()).toMatchObject({
      step: 'document',
      attempts_left: { document: 3 },
      document: { allowed: ALL },
    });
    expect((await visit.show()).body.data.status).toBe('success');
    expect(await visit.result()).toMatchObject({
      verification_type: 'full',
      checks: { age: PASSED, document: PASSED, face_match: PASSED },
    });
  });

  it('is not shown when the visitor stops there', async () => {
    const visit = await DocumentVisit.steppedUp();
    await visit.edge.browser.step('cancel');
    expect(await visit.result()).toMatchObject({
      checks: { age: SKIPPED, document: SKIPPED, face_match: SKIPPED },
    });
  });

  it.each([
    ['of the mode facial', { verification_mode: 'facial' }],
    ['that takes a face alone', { accept: { methods: ['face'] } }],
  ])('never leads to a document in a session %s', async (_, fields) => {
    const visit = await DocumentVisit.begin(fields);
    expect((await visit.view()).attempts_left.document).toBeUndefined();
    expect((await visit.show()).status).toBe(409);
  });
});

describe('a document that does not pass (D-91)', () => {
  it.each([
    ['cannot be read', readsNot('shape'), 'document_unclear', 'document_rejected'],
    [
      'does not show the day of birth that decides',
      reads({ bornFrom: '2008-01-01', birthDate: '2008-12-31' }),
      'document_birth_date',
      'dob_unreadable',
    ],
    ['has no birth date', readsNot('birth_check'), 'document_unclear', 'dob_unreadable'],
    ['has expired', reads({ expiryDate: '2020-01-01' }), 'document_expired', 'document_expired'],
  ])('%s: two retries, then the end', async (_, reading, problem, reason) => {
    const visit = await DocumentVisit.atDocument();
    visit.documents.setReading(reading);
    for (const left of [2, 1])
      expect((await visit.show()).body.data).toMatchObject({
        step: 'document',
        problem,
        attempts_left: { document: left },
      });
    expect((await visit.show()).body.data).toMatchObject(asEnded(reason));
    expect((await visit.result()).checks).toMatchObject({
      liveness: PASSED,
      document: FAILED,
      face_match: SKIPPED,
    });
  });

  it('has its kind and country in the result if it was read, and nothing otherwise', async () => {
    const visit = await DocumentVisit.atDocument();
    visit.documents.setReading(reads({ expiryDate: '2020-01-01' }));
    await visit.show();
    expect((await visit.result()).checks.document).toEqual(SKIPPED);
    await visit.show();
    await visit.show();
    expect((await visit.result()).checks.document).toEqual({
      ...FAILED,
      document_type: 'id_card',
      country: 'CZ',
    });
  });

  it('ends at once for somebody too young, without a look at the portrait', async () => {
    const visit = await DocumentVisit.atDocument();
    visit.documents.setReading(reads({ birthDate: '2020-08-12' }));
    visit.edge.face.portrait = seePortrait('Bea');
    expect((await visit.show()).body.data).toMatchObject(asEnded('age_below_threshold'));
    expect((await visit.result()).checks).toMatchObject({
      age: { ...FAILED, gate: 18 },
      document: PASSED,
      face_match: SKIPPED,
    });
  });

  it('passes at the third attempt', async () => {
    const visit = await DocumentVisit.atDocument();
    visit.documents.setReading(readsNot('shape'));
    await visit.show();
    await visit.show();
    visit.documents.setReading(reads());
    expect((await visit.show()).body.data.status).toBe('success');
  });
});

describe('the portrait (D-91)', () => {
  it('of another person ends the session', async () => {
    const visit = await DocumentVisit.atDocument();
    visit.edge.face.portrait = seePortrait('Bea');
    expect((await visit.show()).body.data).toMatchObject(asEnded('face_mismatch'));
    expect((await visit.result()).checks).toMatchObject({ document: PASSED, face_match: FAILED });
  });

  it('in doubt may be shown once more', async () => {
    const visit = await DocumentVisit.atDocument();
    visit.edge.face.portrait = DOUBTFUL;
    expect((await visit.show()).body.data).toMatchObject({
      step: 'document',
      problem: 'portrait_differs',
    });
    expect((await visit.show()).body.data).toMatchObject(asEnded('face_mismatch'));
  });

  it('in doubt and then clear passes', async () => {
    const visit = await DocumentVisit.atDocument();
    visit.edge.face.portrait = DOUBTFUL;
    await visit.show();
    visit.edge.face.portrait = seePortrait('Ada');
    expect((await visit.show()).body.data.status).toBe('success');
  });

  it.each(['no_face', 'several_faces', 'too_small'] as const)('%s: two retries', async (fault) => {
    const visit = await DocumentVisit.atDocument();
    visit.edge.face.portrait = { ok: false, fault } satisfies MeasuredPortrait;
    expect((await visit.show()).body.data).toMatchObject({ problem: 'portrait_unclear' });
    await visit.show();
    expect((await visit.show()).body.data).toMatchObject(asEnded('document_rejected'));
  });
});

describe('signs of a copy (D-91)', () => {
  it.each([
    [[], 'low'],
    [['photocopy'], 'medium'],
    [['screen'], 'medium'],
    [['screen', 'edited_file'], 'high'],
  ] as const)(
    '%j raise the risk band to %s, decide nothing and are not on the page',
    async (signals, band) => {
      const visit = await DocumentVisit.begin();
      visit.edge.light();
      await visit.edge.move();
      await visit.edge.reveal();
      visit.documents.setReading(reads(), [...signals]);
      const { data } = (await visit.show()).body;
      expect(data).toMatchObject({ status: 'success', outcome: { status: 'success' } });
      for (const signal of signals) expect(JSON.stringify(data)).not.toContain(`"${signal}"`);
      expect((await visit.result()).risk).toEqual({ band });
    },
  );
});

describe('an upload of a document (D-91)', () => {
  it.each([
    ['no page', { page: undefined }, 400],
    ['a page that is no JPEG', { page: new Uint8Array(9) }, 400],
    ['a page above 1 MiB', { page: jpegOf('x'.repeat(1024 * 1024)) }, 400],
    ['a front that is no JPEG', { front: new Uint8Array(9) }, 400],
    ['one frame', { frame_2: undefined }, 400],
    ['a frame that is text', { frame_1: 'text' }, 400],
    ['a frame that is no container', { frame_1: new Uint8Array([255, 255, 255, 255]) }, 400],
    ['a part of its own', { name: 'AGATHA' }, 400],
    ['another kind of code', { kind: 'qr' }, 400],
    ['3 MiB in total', { frame_1: new Uint8Array(3 * 1024 * 1024) }, 413],
  ] satisfies [string, DocumentParts, number][])(
    'with %s is refused and costs nothing',
    async (_, changes, status) => {
      const visit = await DocumentVisit.atDocument();
      expect((await visit.show(changes)).status).toBe(status);
      expect(visit.documents.requests).toEqual([]);
      expect((await visit.view()).attempts_left.document).toBe(3);
    },
  );

  it('that no reader can use is refused with a reason, and costs nothing', async () => {
    const visit = await DocumentVisit.atDocument();
    visit.documents.answer = { ok: false, fault: 'too_large' };
    for (let upload = 0; upload < 5; upload++) {
      const { status, body } = await visit.show();
      expect([status, body.error?.code]).toEqual([400, 'INVALID_DOCUMENT']);
    }
    visit.documents.setReading(reads());
    visit.edge.face.portrait = { ok: false, fault: 'unreadable' };
    expect((await visit.show()).body.error?.code).toBe('INVALID_DOCUMENT');
    expect((await visit.view()).attempts_left.document).toBe(3);
  });

  it('is 503 while a Worker is away, and costs nothing', async () => {
    const visit = await DocumentVisit.atDocument();
    for (const worker of [visit.documents, visit.edge.face]) {
      worker.failure = new Error('away');
      const { status, body } = await visit.show();
      expect([status, body.error?.code]).toEqual([503, 'UNAVAILABLE']);
      worker.failure = undefined;
    }
    expect((await visit.view()).attempts_left.document).toBe(3);
    expect((await visit.show()).body.data.status).toBe('success');
  });

  it('gets the same answer again when the first one was lost, and counts once', async () => {
    const visit = await DocumentVisit.atDocument();
    visit.documents.setReading(readsNot('shape'));
    const parts = await visit.parts();
    const [first, again] = [await visit.send(parts), await visit.send(parts)];
    expect(first.body.data.document.nonce).not.toBe(parts['nonce']);
    const { expires_in_ms: _, ...same } = again.body.data;
    expect(first.body.data).toMatchObject(same);
    expect(same.attempts_left.document).toBe(2);
    expect(visit.documents.requests).toHaveLength(1);
    expect((await visit.send({ ...parts, page: jpegOf('another') })).status).toBe(409);
    visit.documents.setReading(reads());
    const last = await visit.parts();
    await visit.send(last);
    expect((await visit.send(last)).body.data.status).toBe('success');
  });

  it('that arrives twice counts once, and another one is refused meanwhile', async () => {
    const visit = await DocumentVisit.atDocument();
    visit.documents.setReading(readsNot('shape'));
    const parts = await visit.parts();
    const { arrived, release } = visit.documents.hold();
    const both = [visit.send(parts), visit.send(parts)];
    await arrived;
    expect((await visit.send({ ...parts, page: jpegOf('another') })).status).toBe(409);
    release();
    for (const { body } of await Promise.all(both))
      expect(body.data.attempts_left.document).toBe(2);
  });

  it('is refused until the pictures of the movements have arrived', async () => {
    const visit = await DocumentVisit.begin();
    await visit.edge.move();
    expect((await visit.show()).status).toBe(409);
    await visit.edge.reveal();
    expect((await visit.show()).body.data.status).toBe('success');
  });

  it('is refused for a session that has ended meanwhile', async () => {
    const visit = await DocumentVisit.atDocument();
    const { arrived, release } = visit.documents.hold();
    const sent = visit.show();
    await arrived;
    await visit.edge.browser.step('cancel');
    release();
    expect((await sent).status).toBe(409);
    expect((await visit.result()).checks.document).toEqual(SKIPPED);
  });

  it('belongs to its own session, step and attempt', async () => {
    const [visit, other] = [await DocumentVisit.atDocument(), await DocumentVisit.atDocument()];
    const { nonce } = (await other.view()).document;
    expect((await visit.show({ nonce })).status).toBe(409);
    visit.edge.browser.forgetCookies();
    expect((await visit.send(await other.parts())).status).toBe(401);
    const early = await DocumentVisit.begin();
    expect((await early.show()).status).toBe(409);
  });

  it('costs an attempt after four uploads without an answer', async () => {
    const visit = await DocumentVisit.atDocument();
    const parts = await visit.parts();
    visit.documents.hold();
    for (let upload = 0; upload < 4; upload++) void visit.send(parts);
    await vi.waitFor(() => expect(visit.documents.requests).toHaveLength(4));
    expect((await visit.send(parts)).body.data).toMatchObject({ problem: 'document_unclear' });
  });
});

describe('a phone that takes over at the document (D-91)', () => {
  it('agrees and continues there, as the person who made the movements', async () => {
    const visit = await DocumentVisit.atDocument();
    await visit.edge.changeDevice();
    expect(await visit.view()).toMatchObject({ step: 'document', device: 'phone' });
    expect((await visit.show()).body.data.status).toBe('success');
    expect(await visit.result()).toMatchObject({ handed_over: true, checks: { liveness: PASSED } });
  });

  it('must show the document of the person who made the movements', async () => {
    const visit = await DocumentVisit.steppedUp();
    await visit.edge.changeDevice();
    visit.edge.face.portrait = seePortrait('Bea');
    expect((await visit.show()).body.data).toMatchObject(asEnded('face_mismatch'));
  });

  it('begins with the movements if those were not accepted yet', async () => {
    const visit = await DocumentVisit.begin();
    await visit.edge.move();
    await visit.edge.changeDevice();
    expect((await visit.view()).step).toBe('liveness');
  });
});

it('a session that has ended has no document step', async () => {
  const visit = await DocumentVisit.atDocument();
  goTo(20 * 60_000);
  expect((await visit.view()).document).toBeUndefined();
  expect((await visit.show()).status).toBe(409);
});
