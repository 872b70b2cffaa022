// The steps of finding, cutting out and reading a zone, and pictures that show no zone.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { assert, integer, property, uint8Array } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type GreyPicture,
  shrink,
  toGrey,
  turn,
} from '../../../src/vision/documents/grey-picture.ts';
import { type LineNet, LineNet as Net } from '../../../src/vision/documents/line-net.ts';
import { locateLines } from '../../../src/vision/documents/locate-lines.ts';
import { readAnyWayUp, readPicture } from '../../../src/vision/documents/read-picture.ts';
import { readZone } from '../../../src/vision/documents/read-zone.ts';
import { cutStrips, evenOut } from '../../../src/vision/documents/strips.ts';
import { photograph } from '../../support/documents/camera.ts';
import { blankPage } from '../../support/documents/ink.ts';
import { SCENARIOS } from '../../support/documents/scenarios.ts';
import { drawSpecimen, patternedPage, type Specimen } from '../../support/documents/specimens.ts';
import { SHOWN_ON } from '../../support/documents/trial.ts';
import { loadLineNet } from '../../support/documents/weights.ts';

let net: LineNet;
let passport: Specimen;
let picture: GreyPicture;

beforeAll(() => {
  net = loadLineNet();
  passport = drawSpecimen('td3', 7);
  picture = photograph(passport.page, SCENARIOS.webcam, 7);
});

test('a picture in any rotation is read once it is turned', () => {
  expect(readPicture(net, picture, SHOWN_ON)?.lines).toEqual(passport.lines);
  for (const quarters of [1, 2, 3] as const) {
    const turned = turn(picture, quarters);
    expect(readPicture(net, turned, SHOWN_ON)?.reading.ok ?? false).toBe(false);
    expect(readAnyWayUp(net, turned, SHOWN_ON)?.lines).toEqual(passport.lines);
  }
});

test('the strips alone give the same reading, as on the server', () => {
  const { strips, lines } = readPicture(net, picture, SHOWN_ON)!;
  expect(strips).toHaveLength(2);
  for (const { width, height } of strips) expect([height, width % 4]).toEqual([32, 0]);
  expect(readZone(net, strips, SHOWN_ON)?.lines).toEqual(lines);
});

test.each(['F', 'M', 'X', '<'] as const)('the sex %s is read as it is printed', (sex) => {
  for (const format of ['td1', 'td2', 'td3'] as const) {
    const { page, lines } = drawSpecimen(format, 7, { sex });
    const read = readPicture(net, photograph(page, SCENARIOS['phone 720p'], 7), SHOWN_ON);
    expect([read?.reading.ok, read?.lines]).toEqual([true, lines]);
  }
});

test('the located lines lie on the zone', () => {
  const lines = locateLines(picture)!;
  expect(lines).toHaveLength(2);
  // In this picture, the page's width of 125 mm spans about 90% of the 640 px. The zone starts at
  // 6.5 mm and is 111.8 mm long.
  const [upper, lower] = lines as [(typeof lines)[0], (typeof lines)[0]];
  const length = upper.right - upper.left;
  expect(length / 640).toBeCloseTo((0.9 * 111.8) / 125, 1);
  const apart = lower.start - upper.start + ((lower.slope - upper.slope) * 640) / 2;
  expect(apart / length).toBeCloseTo(6.35 / 111.8, 2);
});

describe('nothing is read in', () => {
  test.each([
    ['an even surface', () => blankPage(640, 480, 128)],
    ['one pixel', () => blankPage(1, 1, 0)],
    ['a page without a zone', () => photograph(patternedPage(125, 88, 3), SCENARIOS.webcam, 3)],
    ['the front of a card', () => photograph(frontOfCard(), SCENARIOS.webcam, 3)],
  ])('%s', (_, make) => {
    expect(readAnyWayUp(net, make(), SHOWN_ON)?.reading.ok ?? false).toBe(false);
  });
});

/** Returns the front of a card with its zone covered. */
function frontOfCard(): GreyPicture {
  const { page } = drawSpecimen('td2', 5);
  page.data.fill(230, Math.round(page.width * page.height * 0.72));
  return page;
}

test('noise of any size is not read as a zone, without an exception', () => {
  assert(
    property(integer({ min: 1, max: 90 }), integer({ min: 1, max: 90 }), (width, height) => {
      const data = Uint8Array.from({ length: width * height }, (_, i) => (i * i * 7919) >> 3);
      const read = readPicture(net, { data, width, height }, SHOWN_ON);
      expect(read?.reading.ok ?? false).toBe(false);
    }),
    { numRuns: 50 },
  );
});

test('random strips never pass the check digits', () => {
  const bytes = uint8Array({ minLength: 32 * 64, maxLength: 32 * 64 });
  assert(
    property(bytes, bytes, (upper, lower) => {
      const strips = [upper, lower].map((data) => ({ data, width: 64, height: 32 }));
      expect(readZone(net, strips, SHOWN_ON)?.reading.ok).toBe(false);
    }),
    { numRuns: 20 },
  );
});

describe('refuses with a RangeError', () => {
  test.each([
    [100, 31],
    [102, 32],
    [0, 32],
  ])('a strip of %d x %d px', (width, height) => {
    expect(() => net.read(blankPage(width, height, 0))).toThrow(RangeError);
  });

  test('weights of the wrong length', () => {
    expect(() => new Net(new ArrayBuffer(80_000))).toThrow(RangeError);
  });

  test('pixels that do not match the size', () => {
    expect(() => toGrey({ data: new Uint8Array(8), width: 2, height: 2 })).toThrow(RangeError);
  });
});

test('lines that form no rectangle give no strips', () => {
  const line = { left: 10, right: 10, start: 5, slope: 0 };
  expect(cutStrips(picture, [line, line])).toBeUndefined();
  expect(cutStrips(picture, [])).toEqual([]);
});

test('normalisation makes ink black and paper white, in any light', () => {
  const { strips } = readPicture(net, picture, SHOWN_ON)!;
  const [strip] = strips as [GreyPicture];
  const dark = { ...strip, data: strip.data.map((value) => value * 0.3) };
  const [bright, dim] = [evenOut(strip), evenOut(dark)];
  expect(Math.max(...bright.data)).toBe(255);
  expect(Math.min(...bright.data)).toBe(0);
  const apart = bright.data.reduce(
    (sum, value, i) => sum + Math.abs(value - (dim.data[i] ?? 0)),
    0,
  );
  expect(apart / bright.data.length).toBeLessThan(6);
});

test('shrinking averages pixels, and never enlarges a picture', () => {
  const { data, width, height } = shrink({ ...blankPage(4, 2, 0), data: DOTS }, 0.5);
  expect([width, height, ...data]).toEqual([2, 1, 25, 65]);
  expect(shrink(picture, 2)).toBe(picture);
});

const DOTS = Uint8Array.of(0, 100, 10, 50, 0, 0, 200, 0);

test('the weights match scripts/line-reader/README.md', () => {
  const hash = createHash('sha256').update(readFileSync('data/line-reader.bin')).digest('hex');
  expect(readFileSync('scripts/line-reader/README.md', 'utf8')).toContain(hash);
});
