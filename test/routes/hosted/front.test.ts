// Pictures of a document's front, the side with the portrait: whether they show a document, and
// what the page and the customer receive if they do not.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FoundText } from '../../../src/vision/documents/document-check.ts';
import { goTo } from '../../support/visitor/hosted.ts';
import {
  DocumentVisit,
  FACTS,
  FIELD_READERS,
  jpegOf,
  reads,
} from '../../support/visitor/scripted-documents.ts';
import { seePortrait } from '../../support/visitor/scripted-face.ts';
import { CARD, ZONE } from '../../support/visitor/scripted-places.ts';
import { makeReviewingTenant } from '../../support/customer/reviews.ts';

afterEach(() => void vi.useRealTimers());

const FRONT = jpegOf('the front of a card');
const PASSED = { performed: true, passed: true };
const FAILED = { performed: true, passed: false };
const SKIPPED = { performed: false, passed: false };
const asEnded = (reason: string) => ({ status: 'failed', outcome: { reason } });

/** A picture that the session requested and received. */
const ownPicture = (visit: DocumentVisit) => {
  const [picture] = visit.edge.face.requests.at(-1)?.pictures ?? [];
  if (picture === undefined) throw new Error('The session has asked for pictures.');
  return picture.jpeg;
};

/** The scripted face Worker's descriptor of the session's own picture. */
const ownDescriptor = (visit: DocumentVisit): number[] => {
  const seen = JSON.parse(new TextDecoder().decode(ownPicture(visit).slice(3)));
  return seen.face.descriptor;
};

/** The only values from the document's code that are searched for on the document's front. */
const KNOWN = {
  number: FACTS.number,
  birthDate: FACTS.birthDate,
  surname: FACTS.surname,
  givenNames: FACTS.givenNames,
};
const NONE: FoundText = { number: false, birthDate: false, name: false };

describe('a front that shows no document', () => {
  it('asks for another picture twice, then ends, and no faces are compared', async () => {
    const visit = await DocumentVisit.atDocument();
    visit.documents.front = { ok: true, cards: [], models: FIELD_READERS };
    visit.edge.face.portrait = seePortrait('Bea');
    for (const left of [2, 1])
      expect((await visit.show({ front: FRONT })).body.data).toMatchObject({
        step: 'document',
        problem: 'front_unclear',
        attempts_left: { document: left },
      });
    expect((await visit.show({ front: FRONT })).body.data).toMatchObject(asEnded('front_unclear'));
    expect((await visit.result()).checks).toMatchObject({
      liveness: PASSED,
      document: FAILED,
      face_match: SKIPPED,
    });
  });

  it('is distinguished from an unclear one when the picture shows a person', async () => {
    const visit = await DocumentVisit.atDocument();
    const portrait = seePortrait('Ada');
    if (portrait.ok) portrait.face = { left: 300, top: 100, right: 900, bottom: 860 };
    visit.edge.face.portrait = portrait;
    visit.documents.front = { ok: true, cards: [], models: FIELD_READERS };
    expect((await visit.show({ front: FRONT })).body.data).toMatchObject({
      problem: 'front_not_a_document',
    });
    await visit.show({ front: FRONT });
    const { data } = (await visit.show({ front: FRONT })).body;
    expect(data).toMatchObject(asEnded('front_not_a_document'));
    expect((await visit.result()).reason).toBe('front_not_a_document');
  });

  it('passes at the third attempt, once it shows a document', async () => {
    const visit = await DocumentVisit.atDocument();
    visit.documents.front = { ok: true, cards: [], models: FIELD_READERS };
    await visit.show({ front: FRONT });
    await visit.show({ front: FRONT });
    visit.documents.front = { ok: true, cards: [CARD], models: FIELD_READERS };
    expect((await visit.show({ front: FRONT })).body.data.status).toBe('success');
  });

  it('may be reviewed by a human, if the customer offers that', async () => {
    const customer = await makeReviewingTenant();
    const visit = await DocumentVisit.atDocument(undefined, { customer });
    visit.documents.front = { ok: true, cards: [], models: FIELD_READERS };
    for (let attempt = 0; attempt < 3; attempt += 1) await visit.show({ front: FRONT });
    expect(await visit.view()).toMatchObject({ status: 'in_progress', step: 'review' });
    await visit.edge.browser.step('review/decline');
    expect((await visit.result()).reason).toBe('front_unclear');
  });

  it('is checked around the face that the face Worker found, in the uploaded picture', async () => {
    const visit = await DocumentVisit.atDocument();
    await visit.show({ front: FRONT });
    const { face } = visit.edge.face.portrait as Extract<
      ReturnType<typeof seePortrait>,
      { ok: true }
    >;
    expect(visit.documents.fronts).toEqual([{ jpeg: FRONT, face, known: KNOWN }]);
  });

  it('costs nothing while it cannot be checked, nor when it is not a picture', async () => {
    const visit = await DocumentVisit.atDocument();
    visit.documents.front = { ok: false, fault: 'unreadable' };
    const { status, body } = await visit.show({ front: FRONT });
    expect([status, body.error?.code]).toEqual([400, 'INVALID_DOCUMENT']);
    expect((await visit.view()).attempts_left.document).toBe(3);
    goTo(1);
    visit.documents.front = { ok: true, cards: [CARD], models: FIELD_READERS };
    expect((await visit.show({ front: FRONT })).body.data.status).toBe('success');
  });
});

describe('a front on which the data of the code is not printed (D-129)', () => {
  const sees = (visit: DocumentVisit, text: FoundText): void => {
    visit.documents.front = { ok: true, cards: [{ ...CARD, text }], models: FIELD_READERS };
    visit.documents.page = { ok: true, text, models: FIELD_READERS };
  };
  const UNREAD = { step: 'document', problem: 'front_unread' };

  it('is asked for again, and never passes, even with the right portrait', async () => {
    const visit = await DocumentVisit.atDocument();
    sees(visit, NONE);
    for (const left of [2, 1])
      expect((await visit.show({ front: FRONT })).body.data).toMatchObject({
        ...UNREAD,
        attempts_left: { document: left },
      });
    expect((await visit.show({ front: FRONT })).body.data).toMatchObject(asEnded('front_unclear'));
    expect((await visit.result()).checks).toMatchObject({ document: FAILED, face_match: SKIPPED });
  });

  it('may be reviewed by a human, if the customer offers that', async () => {
    const customer = await makeReviewingTenant();
    const visit = await DocumentVisit.atDocument(undefined, { customer });
    sees(visit, NONE);
    for (let attempt = 0; attempt < 3; attempt += 1) await visit.show({ front: FRONT });
    expect(await visit.view()).toMatchObject({ status: 'in_progress', step: 'review' });
  });

  it.each(['number', 'birthDate', 'name'] as const)(
    'passes with one of the three printed details, here the %s',
    async (part) => {
      const visit = await DocumentVisit.atDocument();
      sees(visit, { ...NONE, [part]: true });
      expect((await visit.show({ front: FRONT })).body.data.status).toBe('success');
    },
  );

  it('needs two printed details at the liveness level strict', async () => {
    const strict = { verification_mode: 'document', accept: { liveness_level: 'strict' } };
    const visit = await DocumentVisit.begin(strict);
    visit.edge.light();
    await visit.edge.move();
    await visit.edge.reveal();
    sees(visit, { ...NONE, name: true });
    expect((await visit.show({ front: FRONT })).body.data).toMatchObject(UNREAD);
    sees(visit, { ...NONE, name: true, number: true });
    expect((await visit.show({ front: FRONT })).body.data.status).toBe('success');
  });

  it('is checked above the code where portrait and code are on one page', async () => {
    const visit = await DocumentVisit.atDocument();
    sees(visit, NONE);
    const page = jpegOf('the page of a passport');
    expect((await visit.show({ page })).body.data).toMatchObject(UNREAD);
    expect(visit.documents.pages).toEqual([{ jpeg: page, zone: ZONE, known: KNOWN }]);
    expect(visit.documents.fronts).toEqual([]);
    sees(visit, { ...NONE, birthDate: true });
    expect((await visit.show()).body.data.status).toBe('success');
  });

  it('costs nothing while the page cannot be checked', async () => {
    const visit = await DocumentVisit.atDocument();
    visit.documents.page = { ok: false, fault: 'unreadable' };
    expect((await visit.show()).body.error?.code).toBe('INVALID_DOCUMENT');
    expect((await visit.view()).attempts_left.document).toBe(3);
  });
});

describe('a picture of the movements', () => {
  it.each(['front', 'page'])(
    'is refused as the %s of a document, and no Worker reads it',
    async (part) => {
      const visit = await DocumentVisit.atDocument();
      const reply = await visit.show({ front: FRONT, [part]: ownPicture(visit) });
      expect(reply.body.data).toMatchObject({
        problem: 'front_not_a_document',
        attempts_left: { document: 2 },
      });
      expect(visit.documents.fronts).toEqual([]);
    },
  );

  it('is recognised by its face when it was encoded again', async () => {
    const visit = await DocumentVisit.atDocument();
    const { face } = visit.edge;
    face.portrait = {
      ...seePortrait('Ada'),
      descriptor: ownDescriptor(visit),
    } as typeof face.portrait;
    expect((await visit.show({ front: FRONT })).body.data).toMatchObject({
      problem: 'front_not_a_document',
    });
  });

  it('of the age step is recognised too', async () => {
    const visit = await DocumentVisit.steppedUp();
    expect((await visit.show({ front: ownPicture(visit) })).body.data).toMatchObject({
      problem: 'front_not_a_document',
    });
  });
});

describe('the side with the machine-readable zone alone', () => {
  it('must have the portrait above the zone', async () => {
    const visit = await DocumentVisit.atDocument();
    visit.documents.seeZone({ lines: 2, left: [60, 300], right: [1200, 300] });
    expect((await visit.show()).body.data).toMatchObject({ problem: 'front_unclear' });
  });

  it('may not be the back of a card held beside the face', async () => {
    const visit = await DocumentVisit.atDocument();
    visit.documents.seeZone({ lines: 3, left: [60, 740], right: [1200, 740] });
    expect((await visit.show()).body.data).toMatchObject({ problem: 'front_unclear' });
    visit.documents.seeZone(undefined);
    expect((await visit.show()).body.data).toMatchObject({ problem: 'front_unclear' });
  });
});

it('and two frames that are one picture count as one reading, and are asked for again', async () => {
  const visit = await DocumentVisit.atDocument();
  const { answer } = visit.documents;
  if (answer.ok) visit.documents.answer = { ...answer, readings: [reads()] };
  expect((await visit.show({ front: FRONT })).body.data).toMatchObject({
    problem: 'document_unclear',
    attempts_left: { document: 2 },
  });
});
