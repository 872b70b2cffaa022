// The order in which the documents Worker checks a request: sizes, the page's bytes, the page's
// pixels, and then the strips.
import { beforeAll, describe, expect, test } from 'vitest';
import type { ReadRequest } from '../../../src/vision/documents/document-check.ts';
import type { DocumentType } from '../../../src/vision/documents/document-facts.ts';
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';
import { readDocument, type Readers } from '../../../src/workers/documents/read.ts';
import { judgeDocument } from '../../../src/domain/verification/rules/document/document.ts';
import {
  asProgressive,
  claimSize,
  insertSegment,
  orientation,
  withComponents,
} from '../../vision/jpeg/jpegs.ts';
import { blankPage } from '../../support/documents/ink.ts';
import { drawLicence, type Licence } from '../../support/documents/licences.ts';
import { drawSpecimen, type Specimen } from '../../support/documents/specimens.ts';
import { SHOWN_ON } from '../../support/documents/trial.ts';
import { licenceRequestOf, loadReaders, requestOf } from './requests.ts';

const WEBCAM = { width: 640, height: 480, quality: 85, noise: 2, share: 0.92 };

let readers: Readers;
let licence: Licence;
let ofLicence: ReadRequest;
let card: Specimen;
let request: ReadRequest;

beforeAll(async () => {
  readers = loadReaders();
  licence = await drawLicence(3, 'wide');
  ofLicence = licenceRequestOf(licence);
  card = drawSpecimen('td1', 11);
  request = requestOf(card, WEBCAM);
});

const judge = async (changed: ReadRequest, allowed: DocumentType = 'id_card') => {
  const answer = await readDocument(readers, changed);
  if (!answer.ok) throw new Error(answer.fault);
  const { readings } = answer;
  return judgeDocument({ readings, allowed: [allowed], gate: undefined, today: SHOWN_ON });
};

test('reads both frames and the page, and the rule accepts the document', async () => {
  const answer = await readDocument(readers, request);
  const { number, birthDate, expiryDate } = card.holder;
  const reading = { ok: true, facts: { number, birthDate, expiryDate } };
  expect(answer).toMatchObject({ ok: true, readings: [reading, reading, reading] });
  expect(await judge(request)).toMatchObject({ passed: true, type: 'id_card' });
});

describe('two frames of one picture', () => {
  const nudged = ({ data, ...size }: GreyPicture, by: number): GreyPicture => ({
    ...size,
    data: data.map((value, i) => (i % 5 === 0 ? Math.min(255, value + by) : value)),
  });

  test.each([
    ['byte for byte', 0],
    ['nearly', 1],
  ])('that are %s equal count as one reading, which passes no document', async (_, by) => {
    const [first = []] = request.frames;
    const frames = [first, first.map((strip) => nudged(strip, by))];
    const answer = await readDocument(readers, { ...request, frames });
    expect(answer).toMatchObject({ ok: true, readings: [{ ok: true }] });
    expect(answer).not.toHaveProperty('zone');
    expect(await judge({ ...request, frames })).toEqual({
      passed: false,
      reason: 'document_rejected',
    });
  });

  test('of a licence count as one reading too', async () => {
    const [first = []] = ofLicence.frames;
    const answer = await readDocument(readers, { ...ofLicence, frames: [first, first] });
    expect(answer).toMatchObject({ ok: true, readings: [{ ok: true }] });
  });
});

test('reports the position of the zone, in px of the page', async () => {
  const answer = await readDocument(readers, request);
  const { zone } = answer as Extract<typeof answer, { ok: true }>;
  expect(zone?.lines).toBe(3);
  const [left = 0, right = 0] = [zone?.left[0], zone?.right[0]];
  expect((right - left) / WEBCAM.width).toBeGreaterThan(0.7);
  expect(zone?.left[1]).toBeGreaterThan(WEBCAM.height / 2);
});

describe('strips of another document', () => {
  test('do not match the page, in one frame or in both', async () => {
    const { frames } = requestOf(drawSpecimen('td1', 12), WEBCAM);
    const rejected = { passed: false, reason: 'document_rejected' };
    expect(
      await judge({ ...request, frames: [...request.frames.slice(1), ...frames.slice(1)] }),
    ).toEqual(rejected);
    expect(await judge({ ...request, frames })).toEqual(rejected);
  });

  test('that are grey contain nothing, and neither does a grey page', async () => {
    const grey = [blankPage(480, 32, 90), blankPage(480, 32, 90)];
    expect((await judge({ ...request, frames: [grey, grey] })).passed).toBe(false);
    const { page } = requestOf({ ...card, page: blankPage(800, 600, 200) }, WEBCAM);
    expect((await judge({ ...request, page })).passed).toBe(false);
  });
});

describe('a licence', () => {
  test('is read from the barcode of both frames and of the page', async () => {
    const answer = await readDocument(readers, ofLicence);
    const { number, birthDate, expiryDate } = licence.holder;
    const reading = { ok: true, facts: { number, birthDate, expiryDate } };
    expect(answer).toMatchObject({ ok: true, readings: [reading, reading, reading] });
    expect(await judge(ofLicence, 'drivers_license')).toMatchObject({
      passed: true,
      country: 'US',
    });
  });

  test('is refused when its barcode does not match the page, or is grey', async () => {
    const { frames } = licenceRequestOf(await drawLicence(8, 'wide'));
    expect((await judge({ ...ofLicence, frames }, 'drivers_license')).passed).toBe(false);
    const grey = [blankPage(1500, 300, 90)];
    const silent = { ...ofLicence, frames: [grey, grey] };
    expect((await judge(silent, 'drivers_license')).passed).toBe(false);
  });

  const barcode = blankPage(1500, 300, 90);
  const strip = blankPage(480, 32, 90);
  test.each<[string, ReadRequest['kind'], GreyPicture[][]]>([
    ['one frame', 'pdf417', [[barcode]]],
    ['two barcodes in a frame', 'pdf417', [[barcode], [barcode, barcode]]],
    ['no barcode in a frame', 'pdf417', [[barcode], []]],
    ['another size', 'pdf417', [[barcode], [blankPage(1500, 301, 90)]]],
    ['ten megabytes', 'pdf417', [[barcode], [{ ...barcode, data: new Uint8Array(10_000_000) }]]],
    [
      'strips of a zone',
      'pdf417',
      [
        [strip, strip],
        [strip, strip],
      ],
    ],
    ['barcodes as a zone', 'mrz', [[barcode], [barcode]]],
  ])('is refused with %s, before the page is decoded', async (_, kind, frames) => {
    const page = new Uint8Array(0);
    expect(await readDocument(readers, { kind, frames, page, today: SHOWN_ON })).toEqual({
      ok: false,
      fault: 'strips',
    });
  });
});

describe('strips are refused before the page is decoded:', () => {
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
  ])('%s', async (_, frames) => {
    const page = new Uint8Array(0);
    expect(await readDocument(readers, { kind: 'mrz', frames, page, today: SHOWN_ON })).toEqual({
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
] as const)('a page is refused before it is decoded: %s', async (_, make, fault) => {
  expect(await readDocument(readers, { ...request, page: new Uint8Array(make()) })).toEqual({
    ok: false,
    fault,
  });
});

function padded(jpeg: Uint8Array, size: number): Uint8Array {
  const large = new Uint8Array(size);
  large.set(jpeg);
  return large;
}
