import { describe, expect, it } from 'vitest';
import type {
  FoundText,
  PortraitPlace,
  ZonePlace,
} from '../../../../../src/vision/documents/document-check.ts';
import type { MeasuredPortrait } from '../../../../../src/vision/face/face-wire.ts';
import { judgeFront } from '../../../../../src/domain/verification/rules/document/front.ts';
import type { KeptFace } from '../../../../../src/domain/verification/rules/evidence/same-person.ts';
import { blendPortrait, seeFace } from '../../../../support/visitor/scripted-face.ts';
import { CARD } from '../../../../support/visitor/scripted-places.ts';

type Found = Extract<MeasuredPortrait, { ok: true }>;

const LIVE: KeptFace[] = [0, 3, -4].map((yaw) => {
  const { pose, descriptor } = seeFace({ yaw, pitch: 1 });
  return { yaw: pose.yaw, pitch: pose.pitch, descriptor: Float32Array.from(descriptor) };
});
const found = (distance: number, change: Partial<Found> = {}): Found => {
  const portrait = blendPortrait('Ada', 'Bea', distance);
  if (!portrait.ok) throw new Error('There is a portrait.');
  return { ...portrait, ...change };
};
/** A 30 mm wide portrait on a page that is 125 mm wide and spans 1,280 px. */
const PORTRAIT = found(0.7);
const ZONE: ZonePlace = { lines: 2, left: [60, 740], right: [1200, 740] };

const ALL: FoundText = { number: true, birthDate: true, name: true };
const NONE: FoundText = { number: false, birthDate: false, name: false };

describe('the front of a card whose code is on the other side', () => {
  it('is accepted when a card surrounds the portrait, with print beside it', () => {
    expect(judgeFront(LIVE, PORTRAIT, { cards: [CARD] })).toBe('document');
    const standing: PortraitPlace = { ...CARD, x: 0.5, y: 0.3, width: 0.4, isUpright: true };
    expect(judgeFront(LIVE, PORTRAIT, { cards: [standing] })).toBe('document');
    expect(judgeFront(LIVE, PORTRAIT, { cards: [{ ...CARD, rows: 0 }, CARD] })).toBe('document');
  });

  it.each([
    ['no card', []],
    ['a face in its middle', [{ ...CARD, x: 0.5 }]],
    ['a face at its edge', [{ ...CARD, x: 0.03 }]],
    ['a face as wide as half of it', [{ ...CARD, width: 0.5 }]],
    ['a face as high as it', [{ ...CARD, height: 0.9 }]],
    ['a face as small as a stamp’s', [{ ...CARD, width: 0.05 }]],
    ['no print', [{ ...CARD, rows: 1 }]],
  ])('is unclear with %s', (_, cards) => {
    expect(judgeFront(LIVE, PORTRAIT, { cards })).toBe('unclear');
  });

  it('is not a document when the face fills the picture', () => {
    const face = { left: 300, top: 200, right: 700, bottom: 740 };
    expect(judgeFront(LIVE, found(0.7, { face }), { cards: [] })).toBe('not_a_document');
  });

  it('is not a document when the face matches a picture of this session, however much card is visible', () => {
    expect(judgeFront(LIVE, found(0), { cards: [CARD] })).toBe('not_a_document');
  });
});

describe('a portrait on the same page as the code', () => {
  it('is accepted where ICAO 9303 places it: above the zone, on the left', () => {
    expect(judgeFront(LIVE, PORTRAIT, { zone: ZONE, text: ALL })).toBe('document');
  });

  it('is found on a rotated page', () => {
    const turned = (x: number, y: number) => [x - 0.17 * y, y + 0.17 * x] as const;
    const [left, right] = [turned(...ZONE.left), turned(...ZONE.right)];
    const [x, y] = turned(220, 450);
    const face = { left: x - 100, right: x + 100, top: y - 130, bottom: y + 130 };
    expect(
      judgeFront(LIVE, found(0.7, { face }), { zone: { lines: 2, left, right }, text: ALL }),
    ).toBe('document');
  });

  it.each([
    ['below the zone', { left: 120, right: 320, top: 780, bottom: 1040 }],
    ['beside the page', { left: 1250, right: 1450, top: 300, bottom: 560 }],
    ['far above the page', { left: 120, right: 320, top: -500, bottom: -240 }],
    ['as wide as two portraits', { left: 20, right: 480, top: 100, bottom: 700 }],
  ])('is unclear %s', (_, face) => {
    expect(judgeFront(LIVE, found(0.7, { face }), { zone: ZONE, text: ALL })).toBe('unclear');
  });

  it('is not a document when a person holds the page beside their face', () => {
    const face = { left: 20, right: 820, top: 0, bottom: 1000 };
    expect(judgeFront(LIVE, found(0.7, { face }), { zone: ZONE, text: ALL })).toBe(
      'not_a_document',
    );
  });

  it('is never on the back of a card or licence, so the front is requested', () => {
    expect(judgeFront(LIVE, PORTRAIT, { zone: { ...ZONE, lines: 3 } })).toBe('unclear');
    expect(judgeFront(LIVE, PORTRAIT, {})).toBe('unclear');
  });
});

describe('the details from the code, printed on the portrait side (D-129)', () => {
  const ONE: FoundText[] = [
    { ...NONE, number: true },
    { ...NONE, birthDate: true },
    { ...NONE, name: true },
  ];
  const TWO: FoundText[] = [
    { ...ALL, number: false },
    { ...ALL, birthDate: false },
    { ...ALL, name: false },
  ];
  const onCard = (text: FoundText) => ({ cards: [{ ...CARD, text }] });
  const onPage = (text: FoundText) => ({ zone: ZONE, text });

  it.each([onCard, onPage])('are required once, and twice at the level strict', (on) => {
    const rule = (text: FoundText, level?: 'standard' | 'strict') =>
      judgeFront(LIVE, PORTRAIT, on(text), level);
    for (const text of [...ONE, ...TWO, ALL]) expect(rule(text)).toBe('document');
    for (const text of [...TWO, ALL]) expect(rule(text, 'strict')).toBe('document');
    for (const text of ONE) expect(rule(text, 'strict')).toBe('unread');
    for (const level of [undefined, 'standard', 'strict'] as const)
      expect(rule(NONE, level)).toBe('unread');
  });

  it('count only on the card with the portrait, and not spread over two cards', () => {
    const elsewhere: PortraitPlace = { ...CARD, x: 0.5, text: ALL };
    const cards = [elsewhere, { ...CARD, text: NONE }];
    expect(judgeFront(LIVE, PORTRAIT, { cards })).toBe('unread');
    const halves = ONE.map((text) => ({ ...CARD, text }));
    expect(judgeFront(LIVE, PORTRAIT, { cards: halves }, 'strict')).toBe('unread');
  });

  it('are missing when the text was not searched', () => {
    expect(judgeFront(LIVE, PORTRAIT, { zone: ZONE })).toBe('unread');
  });

  it('do not make something else a document', () => {
    expect(judgeFront(LIVE, found(0), onCard(ALL))).toBe('not_a_document');
    expect(judgeFront(LIVE, PORTRAIT, { cards: [{ ...CARD, rows: 0, text: ALL }] })).toBe(
      'unclear',
    );
  });
});
