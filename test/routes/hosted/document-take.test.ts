// A document's pictures as one take in front of a camera (D-137): what a page commits to, which
// pictures are drawn, and what happens to pictures that belong to no take.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { goTo } from '../../support/visitor/hosted.ts';
import {
  DocumentVisit,
  Film,
  jpegOf,
  type DocumentParts,
} from '../../support/visitor/scripted-documents.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

afterEach(() => void vi.useRealTimers());

const FRONT = jpegOf('the front of a card');
const STRICT = {
  verification_mode: 'document',
  accept: { liveness_level: 'strict' },
};
const NOT_LIVE = { problem: 'document_not_live', attempts_left: { document: 2 } };

/** A visit at the document step in which nothing before that step has raised the risk band. */
async function atDocument(fields?: Record<string, unknown>): Promise<DocumentVisit> {
  const visit = await DocumentVisit.begin(fields);
  visit.edge.light();
  await visit.edge.move();
  await visit.edge.reveal();
  return visit;
}

const bandOf = async (visit: DocumentVisit) => (await visit.result()).risk.band;

/** Commits to some parts of an upload, and sends different ones. */
async function sendOther(visit: DocumentVisit, changes: DocumentParts, front?: DocumentParts) {
  const parts = await visit.parts({ front: FRONT, ...front });
  const drawn = await visit.takeOf(parts);
  return visit.send({ ...parts, ...drawn, ...changes });
}

describe('a document in one take (D-137)', () => {
  it('is asked for small pictures of both sides and of the turn, once it is committed to', async () => {
    const visit = await atDocument();
    expect((await visit.view()).document.times).toBeUndefined();
    const parts = await visit.parts({ front: FRONT });
    await visit.takeOf(parts);
    const { times } = (await visit.view()).document;
    expect(times.length).toBeGreaterThanOrEqual(4);
    expect(times.length).toBeLessThanOrEqual(5);
    expect(times).toContain(400);
    expect(times).toContain(3_800);
  });

  it('does not raise the risk band, and its small pictures are compared with both sides', async () => {
    const visit = await atDocument();
    const { data } = (await visit.show({ front: FRONT })).body;
    expect(data.status).toBe('success');
    expect(await bandOf(visit)).toBe('low');
    const [take] = visit.documents.takes;
    expect(take?.front).toEqual(FRONT);
    expect(take?.pictures.length).toBeGreaterThanOrEqual(4);
  });

  it('does not count if its page was shown in another check or attempt (D-147)', async () => {
    const [customer, other] = [await makeTenant(), await makeTenant()];
    const options = { customer };
    const first = await DocumentVisit.atDocument(undefined, options);
    const { page } = await first.parts();
    const showAgain = async (visit: DocumentVisit) => {
      const parts = { ...(await visit.parts({ front: FRONT })), page };
      return (await visit.send({ ...parts, ...(await visit.takeOf(parts)) })).body.data;
    };
    const { portrait } = first.edge.face;
    first.edge.face.portrait = { ok: false, fault: 'no_face' };
    expect(await showAgain(first)).toMatchObject({ problem: 'portrait_unclear' });
    first.edge.face.portrait = portrait;
    expect(await showAgain(first)).toMatchObject({ problem: 'document_not_live' });
    const second = await DocumentVisit.atDocument(undefined, options);
    expect(await showAgain(second)).toMatchObject(NOT_LIVE);
    // A different picture of the same page of the document is accepted.
    expect((await second.show({ front: FRONT })).body.data.status).toBe('success');
    const elsewhere = await DocumentVisit.atDocument(undefined, { customer: other });
    expect(await showAgain(elsewhere)).toMatchObject({ status: 'success' });
  });

  it('of one side is compared with that side', async () => {
    const visit = await atDocument();
    await visit.show();
    expect(visit.documents.takes[0]?.front).toBeUndefined();
    expect(await bandOf(visit)).toBe('low');
  });

  it('counts at the liveness level strict', async () => {
    const visit = await atDocument(STRICT);
    expect((await visit.view()).document.take_required).toBe(true);
    expect((await visit.show({ front: FRONT })).body.data.status).toBe('success');
  });

  it('counts on a machine that keeps only one picture every 2 seconds', async () => {
    const visit = await atDocument();
    visit.film = new Film({ frame_1: 2_000, frame_2: 4_000, page: 4_000, front: 13_000 }, 2_000);
    await visit.show({ front: FRONT });
    expect(await bandOf(visit)).toBe('low');
  });
});

describe('an upload without a valid take (D-137)', () => {
  const INVALID_TAKES: [string, (visit: DocumentVisit) => unknown][] = [
    ['without a commitment, as of files or an old page', (visit) => (visit.film = undefined)],
    [
      'with a take longer than the attempt was open',
      (visit) => (visit.film = new Film({ front: 90_000 }, 1_000)),
    ],
    ['without pictures between the sides', (visit) => (visit.film = new Film({}, 3_700))],
    ['with the sides in another order', (visit) => (visit.film = new Film({ front: 600 }))],
    ['with small pictures that do not show the sides', (visit) => (visit.documents.alike = 0.4)],
  ];

  it.each(INVALID_TAKES)(
    '%s: the check passes with the risk band medium',
    async (_, invalidate) => {
      const visit = await atDocument();
      invalidate(visit);
      if (visit.film) Object.assign(visit.film, { lengthMs: 5_000 });
      expect((await visit.show({ front: FRONT })).body.data.status).toBe('success');
      expect(await bandOf(visit)).toBe('medium');
    },
  );

  it.each(INVALID_TAKES)(
    '%s: at the level strict there are two more attempts, then the end',
    async (_, invalidate) => {
      const visit = await atDocument(STRICT);
      invalidate(visit);
      if (visit.film) Object.assign(visit.film, { lengthMs: 5_000 });
      expect((await visit.show({ front: FRONT })).body.data).toMatchObject(NOT_LIVE);
      await visit.show({ front: FRONT });
      const { data } = (await visit.show({ front: FRONT })).body;
      expect(data).toMatchObject({ status: 'failed', outcome: { reason: 'document_rejected' } });
    },
  );

  it('without the drawn small pictures: the check passes with the risk band medium', async () => {
    const visit = await atDocument();
    const parts = await visit.parts({ front: FRONT });
    await visit.takeOf(parts);
    expect((await visit.send(parts)).body.data.status).toBe('success');
    expect(await bandOf(visit)).toBe('medium');
  });
});

describe('a take (D-137)', () => {
  it.each<[string, DocumentParts, DocumentParts?]>([
    ['a front that was never committed to', { front: FRONT }, { front: undefined }],
    ['another front than was committed to', { front: jpegOf('another card') }],
    ['another page than was committed to', { page: jpegOf('another page') }],
    ['no front although one was committed to', { front: undefined }],
  ])('with %s does not count', async (_, changes, committed) => {
    const visit = await atDocument();
    expect((await sendOther(visit, changes, committed)).body.data).toMatchObject(NOT_LIVE);
    expect(visit.documents.takes).toEqual([]);
  });

  it('with the strips of one frame for both sides does not count', async () => {
    const visit = await atDocument();
    const { frame_1: same } = await visit.parts();
    const reply = await sendOther(visit, { frame_2: same });
    expect(reply.body.data).toMatchObject(NOT_LIVE);
  });

  it('with other small pictures at the drawn times does not count', async () => {
    const visit = await atDocument();
    const parts = await visit.parts({ front: FRONT });
    const drawn = await visit.takeOf(parts);
    const other = Object.fromEntries(Object.keys(drawn).map((name) => [name, jpegOf(name)]));
    expect((await visit.send({ ...parts, ...other })).body.data).toMatchObject(NOT_LIVE);
  });

  it('with the front and small pictures of an earlier take does not count', async () => {
    const visit = await atDocument();
    visit.documents.leastApart = 0;
    const parts = await visit.parts({ front: FRONT });
    const before = await visit.takeOf(parts);
    await visit.send({ ...parts, ...before });
    visit.documents.leastApart = 4;
    const next = await visit.parts({ front: FRONT });
    // These hashes are computed with the previous attempt's nonce.
    const { pictures, parts: named } = await new Film().commit(parts);
    const nonce = next['nonce'];
    goTo(2 * new Film().lengthMs);
    const { data } = (await visit.commit({ nonce, pictures, parts: named })).body;
    expect(data.document.times.length).toBeGreaterThan(3);
    const reply = await visit.send({ ...next, ...new Film().drawn(data) });
    expect(reply.body.data).toMatchObject({ problem: 'document_not_live' });
  });

  it('with the same picture at two times does not count', async () => {
    const visit = await atDocument();
    visit.documents.leastApart = 0.001;
    expect((await visit.show({ front: FRONT })).body.data).toMatchObject(NOT_LIVE);
  });
});

describe('a commitment (D-137)', () => {
  async function offered() {
    const visit = await atDocument();
    const parts = await visit.parts({ front: FRONT });
    goTo(4_000);
    return { visit, parts, body: await new Film().commit(parts) };
  }

  it('is made once for an attempt: a repeat gets the same draw, also when sent concurrently', async () => {
    const { visit, body } = await offered();
    const replies = await Promise.all([visit.commit(body), visit.commit(body), visit.commit(body)]);
    const drawn = replies.map((reply) => String(reply.body.data.document.times));
    expect(new Set(drawn).size).toBe(1);
    const other = { ...body, pictures: body.pictures.slice(1) };
    expect((await visit.commit(other)).status).toBe(409);
    expect(String((await visit.view()).document.times)).toBe(drawn[0]);
  });

  it('of another attempt, of another session’s browser or at another step is refused', async () => {
    const { visit, body } = await offered();
    expect((await visit.commit({ ...body, nonce: 'another' })).status).toBe(409);
    const early = await DocumentVisit.begin();
    expect((await early.commit(body)).status).toBe(409);
    visit.edge.browser.forgetCookies();
    expect((await visit.commit(body)).status).toBe(401);
  });

  it('is refused once pictures of its attempt have arrived', async () => {
    const { visit, parts, body } = await offered();
    const { arrived, release } = visit.documents.hold();
    const sent = visit.send(parts);
    await arrived;
    expect((await visit.commit(body)).status).toBe(409);
    release();
    expect((await sent).body.data.status).toBe('success');
    expect(await bandOf(visit)).toBe('medium');
  });

  it.each<[string, (body: any) => object]>([
    ['no parts', ({ parts: _parts, ...rest }) => rest],
    ['no page', ({ parts: { page: _page, ...parts }, ...rest }) => ({ ...rest, parts })],
    ['a hash of another length', (body) => ({ ...body, pictures: [[0, 'short']] })],
    ['a time that is text', (body) => ({ ...body, pictures: [['0', body.pictures[0][1]]] })],
    [
      'a time beyond an hour',
      (body) => ({ ...body, pictures: [[3_600_001, body.pictures[0][1]]] }),
    ],
    ['141 pictures', (body) => ({ ...body, pictures: Array(141).fill(body.pictures[0]) })],
  ])('with %s is refused, and nothing is committed', async (_, change) => {
    const { visit, body } = await offered();
    const { status, body: answer } = await visit.commit(change(body));
    expect([status, answer.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect((await visit.view()).document.times).toBeUndefined();
    expect((await visit.commit(body)).status).toBe(200);
  });
});

describe('uploaded small pictures (D-137)', () => {
  async function drawn() {
    const visit = await atDocument();
    const parts = await visit.parts({ front: FRONT });
    return { visit, parts, small: await visit.takeOf(parts) };
  }

  it.each<[string, (small: DocumentParts) => DocumentParts, string]>([
    [
      'of other times',
      (small) => ({ ...small, take_400: undefined, take_7: jpegOf('7') }),
      'INVALID_PICTURE',
    ],
    [
      'fewer than drawn',
      (small) => ({ ...small, [Object.keys(small)[0] ?? '']: undefined }),
      'INVALID_PICTURE',
    ],
    [
      'that are not JPEGs',
      (small) => ({ ...small, [Object.keys(small)[0] ?? '']: new Uint8Array(9) }),
      'INVALID_DOCUMENT',
    ],
    [
      'above 24 KiB',
      (small) => ({ ...small, [Object.keys(small)[0] ?? '']: jpegOf('x'.repeat(24 * 1024)) }),
      'INVALID_DOCUMENT',
    ],
    [
      'that are text',
      (small) => ({ ...small, [Object.keys(small)[0] ?? '']: 'text' }),
      'INVALID_DOCUMENT',
    ],
    [
      'more than any draw has',
      () => Object.fromEntries([1, 2, 3, 4, 5, 6].map((t) => [`take_${t}`, jpegOf(`${t}`)])),
      'INVALID_DOCUMENT',
    ],
    ['with a malformed time', (small) => ({ ...small, take_07: jpegOf('7') }), 'INVALID_DOCUMENT'],
  ])('%s are refused and cost nothing', async (_, change, code) => {
    const { visit, parts, small } = await drawn();
    const { status, body } = await visit.send({ ...parts, ...change(small) });
    expect([status, body.error?.code]).toEqual([400, code]);
    expect(visit.documents.requests).toEqual([]);
    expect((await visit.send({ ...parts, ...small })).body.data.status).toBe('success');
    expect(await bandOf(visit)).toBe('low');
  });

  it('get the same answer again when the first one was lost', async () => {
    const { visit, parts, small } = await drawn();
    await visit.send({ ...parts, ...small });
    expect((await visit.send({ ...parts, ...small })).body.data.status).toBe('success');
    expect(visit.documents.takes).toHaveLength(1);
  });

  it('are requested from the phone that takes over', async () => {
    const visit = await atDocument();
    await visit.edge.changeDevice();
    expect((await visit.show({ front: FRONT })).body.data.status).toBe('success');
    // The hand-off is itself a signal, so the risk band is no longer low.
    expect(await bandOf(visit)).toBe('medium');
  });
});
