import { describe, expect, it } from 'vitest';
import type { Take, TakeRow } from '../../../../../src/vision/documents/take-check.ts';
import {
  areDrawn,
  commitTake,
  judgeTake,
  type CommittedTake,
  type TakeFinding,
} from '../../../../../src/domain/verification/rules/document/take.ts';

const row = (t: number): TakeRow => ({ t, hash: `of ${t}` });
const rows = (fromMs: number, untilMs: number, gapMs = 400): TakeRow[] =>
  Array.from({ length: Math.ceil((untilMs - fromMs) / gapMs) }, (_, i) => row(fromMs + i * gapMs));

const PARTS = { frame_1: row(800), frame_2: row(1_200), page: row(1_200), front: row(6_000) };
const CARD: Take = { pictures: rows(0, 6_000), parts: PARTS };
const { front: _front, ...ONE_SIDE } = PARTS;
const PASSPORT: Take = { pictures: rows(0, 1_200), parts: ONE_SIDE };

const first = () => 0;
const commit = (take: Take, openMs = 60_000): CommittedTake =>
  commitTake({ ...take, openMs }, 'a name', first);
const drawnOf = (take: Take, openMs?: number) =>
  commit(take, openMs).drawn.map(({ t, of }) => [t, of]);
const moved = (parts: Partial<Take['parts']>): Take => ({ ...CARD, parts: { ...PARTS, ...parts } });

describe('the pictures drawn from a take (D-137)', () => {
  it('are one beside each reading and two of the turn, chosen at random', () => {
    expect(drawnOf(CARD)).toEqual([
      [800, 'code'],
      [1_600, 'code'],
      [2_000, 'turn'],
      [2_400, 'turn'],
      [5_600, 'front'],
    ]);
    const last = commitTake({ ...CARD, openMs: 60_000 }, 'a name', (n) => n - 1);
    expect(last.drawn.map(({ t }) => t)).toEqual([800, 1_600, 4_800, 5_200, 5_600]);
  });

  it('are a pair for a document with one side', () => {
    expect(drawnOf(PASSPORT)).toEqual([
      [0, 'code'],
      [800, 'code'],
    ]);
  });

  it('never include the picture of a side itself', () => {
    const pictures = [...CARD.pictures, row(6_000)];
    expect(drawnOf({ ...CARD, pictures })).toEqual(drawnOf(CARD));
  });

  it.each<[string, Take, number?]>([
    ['the front before the code', moved({ front: row(300) })],
    ['a card that is turned in no time', moved({ front: row(1_600) })],
    ['one reading', moved({ frame_2: row(800), page: row(800) })],
    ['readings in another order', moved({ frame_1: row(1_300) })],
    ['a page of another moment', moved({ page: row(1_600) })],
    ['times that go back', { ...CARD, pictures: CARD.pictures.toReversed() }],
    ['a time twice', { ...CARD, pictures: [row(0), ...CARD.pictures] }],
    ['nothing beside the first reading', { ...CARD, pictures: rows(1_000, 6_000) }],
    ['nothing of the turn', { ...CARD, pictures: [...rows(0, 1_200), row(3_600)] }],
    [
      'a gap in which another card was taken',
      {
        pictures: [...rows(0, 1_600), ...rows(5_700, 10_000)],
        parts: { ...PARTS, front: row(10_000) },
      },
    ],
    ['a film that is longer than its attempt is open', CARD, 4_500],
    ['more pictures than a page keeps', { ...CARD, pictures: rows(0, 6_000, 40) }],
  ])('are none for %s', (_, take, openMs) => {
    expect(drawnOf(take, openMs)).toEqual([]);
  });

  it('are still enough from slow machines with few pictures, and from a long turn with wider gaps', () => {
    expect(drawnOf({ ...CARD, pictures: [row(800), row(2_500), row(4_400)] })).toHaveLength(3);
    const long = {
      pictures: rows(0, 200_000, 3_200),
      parts: { ...PARTS, frame_1: row(0), front: row(200_000) },
    };
    expect(commitTake({ ...long, openMs: 300_000 }, '', first).drawn.length).toBeGreaterThan(2);
  });
});

describe('a take (D-137)', () => {
  const take = commit(CARD);
  const found = (change: Partial<TakeFinding['seen'] & object> = {}): TakeFinding => ({
    isOther: false,
    seen: {
      ok: true,
      leastApart: 1,
      pictures: take.drawn.map(({ t, of }) => ({
        t,
        page: of === 'code' ? 0.8 : 0.3,
        front: of === 'front' ? 0.8 : 0.3,
      })),
      ...change,
    },
  });
  const likeAll = (page: number, front: number) => take.drawn.map(({ t }) => ({ t, page, front }));

  it('is whole when each side matches a picture beside it, and no two pictures are equal', () => {
    expect(judgeTake(take, found())).toBe('whole');
  });

  it.each<[string, CommittedTake | undefined, TakeFinding | undefined]>([
    ['was committed to', undefined, undefined],
    ['is whole', commit(CARD, 0), { isOther: false }],
    ['is sent', take, undefined],
    ['shows the code', take, found({ pictures: likeAll(0.4, 0.8) })],
    ['shows the front', take, found({ pictures: likeAll(0.8, 0.4) })],
    ['has pictures that differ by more than a still camera’s', take, found({ leastApart: 0.03 })],
  ])('is lacking when no take or picture %s', (_, committed, finding) => {
    expect(judgeTake(committed, finding)).toBe('lacking');
  });

  it('is refuted by a picture that was not committed to, and by the same picture at two times', () => {
    expect(judgeTake(take, { isOther: true })).toBe('refuted');
    expect(judgeTake(take, found({ leastApart: 0.001 }))).toBe('refuted');
  });

  it('must be sent completely or not at all', () => {
    const times = take.drawn.map(({ t }) => t);
    expect([areDrawn(take, times), areDrawn(take, []), areDrawn(undefined, [])]).toEqual([
      true,
      true,
      true,
    ]);
    expect([
      areDrawn(take, times.slice(1)),
      areDrawn(take, [...times.slice(1), 7]),
      areDrawn(undefined, [7]),
    ]).toEqual([false, false, false]);
  });
});
