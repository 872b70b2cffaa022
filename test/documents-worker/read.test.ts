// What the documents Worker does with a request: sizes, the page's bytes, its pixels, the strips, in this order.
import { beforeAll, describe, expect, test } from 'vitest';
import type { ReadRequest } from '../../src/documents-engine/document-check.ts';
import type { GreyPicture } from '../../src/documents-engine/grey-picture.ts';
import type { LineNet } from '../../src/documents-engine/line-net.ts';
import { readDocument } from '../../src/documents-worker/read.ts';
import { judgeDocument } from '../../src/domain/verification/rules/document.ts';
import {
  asProgressive,
  claimSize,
  insertSegment,
  orientation,
  withComponents,
} from '../jpeg/jpegs.ts';
import { blankPage } from '../support/documents/ink.ts';
import { drawSpecimen, type Specimen } from '../support/documents/specimens.ts';
import { SHOWN_ON } from '../support/documents/trial.ts';
import { loadLineNet } from '../support/documents/weights.ts';
import { requestOf } from './requests.ts';

const WEBCAM = { width: 640, height: 480, quality: 85, noise: 2, share: 0.92 };

let net: LineNet;
let card: Specimen;
let request: ReadRequest;

beforeAll(() => {
  net = loadLineNet();
  card = drawSpecimen('td1', 11);
  request = requestOf(card, WEBCAM);
});

const judge = (changed: ReadRequest) => {
  const answer = readDocument(net, changed);
  if (!answer.ok) throw new Error(answer.fault);
  const { readings } = answer;
  return judgeDocument({ readings, allowed: ['id_card'], gate: undefined, today: SHOWN_ON });
};

test('reads both frames and the page, and the rule lets the document pass', () => {
  const answer = readDocument(net, request);
  const { number, birthDate, expiryDate } = card.holder;
  const reading = { ok: true, facts: { number, birthDate, expiryDate } };
  expect(answer).toMatchObject({ ok: true, readings: [reading, reading, reading] });
  expect(judge(request)).toMatchObject({ passed: true, type: 'id_card' });
});

describe('strips of another document', () => {
  test('do not agree with the page, in one frame or in both', () => {
    const { frames } = requestOf(drawSpecimen('td1', 12), WEBCAM);
    const rejected = { passed: false, reason: 'document_rejected' };
    expect(judge({ ...request, frames: [...request.frames.slice(1), ...frames.slice(1)] })).toEqual(
      rejected,
    );
    expect(judge({ ...request, frames })).toEqual(rejected);
  });

  test('that are grey say nothing, and neither does a grey page', () => {
    const grey = [blankPage(480, 32, 90), blankPage(480, 32, 90)];
    expect(judge({ ...request, frames: [grey, grey] }).passed).toBe(false);
    const { page } = requestOf({ ...card, page: blankPage(800, 600, 200) }, WEBCAM);
    expect(judge({ ...request, page }).passed).toBe(false);
  });
});

describe('is refused as strips, before the page is looked at:', () => {
  const strip = blankPage(480, 32, 90);
  const zone = [strip, strip];
  test.each<[string, GreyPicture[][]]>([
    ['one frame', [zone]],
    ['three frames', [zone, zone, zone]],
    ['one line', [zone, [strip]]],
    ['four lines', [zone, [strip, strip, strip, strip]]],
    ['another height', [zone, [strip, blankPage(480, 33, 90)]]],
    ['too narrow', [zone, [strip, blankPage(60, 32, 90)]]],
    ['too wide', [zone, [strip, blankPage(1204, 32, 90)]]],
    ['a width of no whole columns', [zone, [strip, blankPage(481, 32, 90)]]],
    ['fewer pixels than its size', [zone, [strip, { ...strip, data: new Uint8Array(9) }]]],
    ['ten megabytes', [zone, [strip, { ...strip, data: new Uint8Array(10_000_000) }]]],
  ])('%s', (_, frames) => {
    const page = new Uint8Array(0);
    expect(readDocument(net, { kind: 'mrz', frames, page, today: SHOWN_ON })).toEqual({
      ok: false,
      fault: 'strips',
    });
  });
});

test.each([
  ['nothing', () => new Uint8Array(0), 'not_a_jpeg'],
  ['a PNG', () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47), 'not_a_jpeg'],
  ['ten megabytes', () => padded(request.page, 10_000_000), 'too_large'],
  ['a bomb of 65,500 x 65,500', () => claimSize(request.page, 65_500, 65_500), 'too_large'],
  ['a picture over 2 megapixels', () => claimSize(request.page, 2000, 1001), 'too_large'],
  ['one that EXIF turns', () => insertSegment(request.page, 0xe1, orientation(6)), 'unreadable'],
  ['a progressive one', () => asProgressive(request.page), 'unreadable'],
  ['CMYK', () => withComponents(request.page, 4), 'unreadable'],
  ['half of one', () => request.page.slice(0, 9000), 'unreadable'],
] as const)('a page is refused before it is decoded: %s', (_, make, fault) => {
  expect(readDocument(net, { ...request, page: new Uint8Array(make()) })).toEqual({
    ok: false,
    fault,
  });
});

function padded(jpeg: Uint8Array, size: number): Uint8Array {
  const large = new Uint8Array(size);
  large.set(jpeg);
  return large;
}
