// The outline of a card around a face, and the printed text next to the face, as the simulated
// camera sees them.
import { describe, expect, it } from 'vitest';
import { findCards } from '../../../src/vision/documents/card-outline.ts';
import { mayHold, portraitOn } from '../../../src/vision/documents/card-print.ts';
import { adviceForCard } from '../../../src/vision/documents/card-quality.ts';
import type { Place } from '../../../src/vision/documents/document-check.ts';
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';
import type { Quad } from '../../../src/vision/documents/homography.ts';
import { photograph, type View } from '../../support/documents/camera.ts';
import { blankPage } from '../../support/documents/ink.ts';
import { drawSpecimen, patternedPage } from '../../support/documents/specimens.ts';
import type { TableName } from '../../support/documents/tables.ts';

const PHONE: View = {
  width: 800,
  height: 600,
  quality: 85,
  noise: 3,
  roll: 1.5,
  pitch: 5,
  yaw: -4,
};
/** A card with a portrait, and printed fields to the right of the portrait. */
const CARD = drawSpecimen('td2', 5).page;
/** The centre and size of the face in CARD's portrait, as fractions of the page's size. */
const FACE = { x: 20 / 105, y: 26 / 74, width: 14 / 105, height: 18 / 74 };

/** Returns the position of the face in a picture that shows the page straight on. */
function faceIn({ width, height }: View, share = 0.85): Place {
  const across = Math.min(share * width, (share * height * 105) / 74);
  const [left, top] = [(width - across) / 2, (height - (across * 74) / 105) / 2];
  const [x, y] = [left + FACE.x * across, top + (FACE.y * across * 74) / 105];
  const [w, h] = [FACE.width * across, (FACE.height * across * 74) / 105];
  return { left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 };
}

const places = (picture: GreyPicture, face: Place) =>
  findCards(picture, (corners) => mayHold(corners, face)).flatMap(
    (card) => portraitOn(picture, card, face) ?? [],
  );

describe('a card', () => {
  it.each(['wood', 'dark', 'grey', 'cloth', 'boards', 'papers', 'pale'] satisfies TableName[])(
    'is found on a table of %s, with its portrait in place',
    (table) => {
      const picture = photograph(CARD, { ...PHONE, table }, 3);
      const [x, y] = [FACE.x, FACE.y];
      const near = places(picture, faceIn(PHONE)).find(
        (place) => Math.abs(place.x - x) < 0.06 && Math.abs(place.y - y) < 0.1,
      );
      expect(near).toMatchObject({ isUpright: false });
      expect(near?.width).toBeCloseTo(FACE.width, 1);
      expect(near?.rows).toBeGreaterThanOrEqual(2);
    },
  );

  it.each([
    ['tilted', { pitch: 20, yaw: -18 }],
    ['rolled', { roll: 12, share: 0.75 }],
    ['small', { share: 0.55 }],
    ['blurred', { blur: 2 }],
    ['cut off at one side', { share: 0.9, at: [0.58, 0.5], roll: 0, pitch: 0, yaw: 0 }],
  ] satisfies [string, Partial<View>][])('is found when the picture is %s', (_, change) => {
    const picture = photograph(CARD, { ...PHONE, ...change }, 4);
    expect(findCards(picture).length).toBeGreaterThan(0);
  });

  it('has no print when it is a photograph on paper', () => {
    const picture = photograph(patternedPage(105, 74, 5), PHONE, 3);
    const found = places(picture, faceIn(PHONE));
    expect(found.length).toBeGreaterThan(0);
    expect(Math.max(...found.map(({ rows }) => rows))).toBeLessThan(2);
  });
});

describe('no card is found', () => {
  it.each(['wood', 'cloth', 'boards', 'papers', 'carpet'] satisfies TableName[])(
    'on an empty table of %s in which a face appears',
    (table) => {
      const nothing = photograph(blankPage(16, 16, 100), { ...PHONE, table, share: 0.01 }, 6);
      const face = { left: 300, right: 500, top: 170, bottom: 430 };
      expect(places(nothing, face).filter(({ rows }) => rows >= 2)).toEqual([]);
    },
  );

  it('when a face fills the picture', () => {
    const picture = photograph(CARD, PHONE, 3);
    expect(places(picture, { left: 100, right: 700, top: 50, bottom: 550 })).toEqual([]);
  });
});

describe('the advice for the front of a card (show-front.tsx)', () => {
  const seen = (view: Partial<View>) => {
    const picture = photograph(CARD, { ...PHONE, ...view }, 3);
    return adviceForCard(picture, findCards(picture)[0]?.corners);
  };
  const NO_CARD: Quad | undefined = undefined;

  it.each([
    ['nothing is in the way', {}, undefined],
    ['it is far away', { share: 0.45 }, 'closer'],
    ['it is blurred', { blur: 5 }, 'hold_still'],
    ['it is dark', { gain: 0.15 }, 'dark'],
  ])('is right when %s', (_, view, advice) => {
    expect(seen(view)).toBe(advice);
  });

  it('is right when there is no card', () => {
    expect(adviceForCard(blankPage(64, 48, 120), NO_CARD)).toBe('fit');
    expect(adviceForCard(blankPage(64, 48, 20), NO_CARD)).toBe('dark');
  });
});
