// The parts of the document step that need no browser (D-91): the choice of the code to read, the
// stages, the agreement of two readings, the hints, and the pictures that are sent.
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeGrey } from '../../../../src/vision/documents/grey-container.ts';
import { type GreyPicture, turn } from '../../../../src/vision/documents/grey-picture.ts';
import type { Quad } from '../../../../src/vision/documents/homography.ts';
import { Agreement } from '../../../../widget/hosted/document/agreement.ts';
import { Remark } from '../../../../widget/hosted/document/camera-run.ts';
import { countriesIn, countriesLike } from '../../../../widget/hosted/document/countries.ts';
import { evidenceOf } from '../../../../widget/hosted/document/evidence.ts';
import { OtherSide } from '../../../../widget/hosted/document/code-run.ts';
import { codeOn } from '../../../../widget/hosted/document/kinds.ts';
import { onStage } from '../../../../widget/hosted/document/page-camera.ts';
import { sentScale } from '../../../../widget/hosted/document/page-picture.ts';
import { LastSent } from '../../../../widget/hosted/document/last-sent.ts';
import {
  readCode,
  type ReadCode,
  type CodeReaders,
  readPhoto,
} from '../../../../widget/hosted/document/read-code.ts';
import { Steady } from '../../../../widget/hosted/document/see-front.ts';
import {
  FIRST_STAGE,
  nextStage,
  type ReadSide,
} from '../../../../widget/hosted/document/stages.ts';
import { photograph } from '../../../support/documents/camera.ts';
import { blankPage } from '../../../support/documents/ink.ts';
import { drawLicence, startBarcodeReader } from '../../../support/documents/licences.ts';
import { SCENARIOS } from '../../../support/documents/scenarios.ts';
import { drawSpecimen } from '../../../support/documents/specimens.ts';
import { SHOWN_ON } from '../../../support/documents/trial.ts';
import { loadLineNet } from '../../../support/documents/weights.ts';

const strip = (value: number): GreyPicture => blankPage(64, 32, value);
const page = new Blob(['a page']);
const sideOf = (isBack: boolean): ReadSide => ({
  frames: [[strip(1), strip(2)], [strip(3)]],
  page,
  isBack,
});

describe('the code by which a document is read', () => {
  it.each([
    ['passport', 'DE', 'mrz'],
    ['id_card', 'DE', 'mrz'],
    ['id_card', 'US', 'either'],
    ['id_card', 'CA', 'either'],
    ['passport', 'US', 'mrz'],
    ['residence_permit', 'CA', 'mrz'],
    ['residence_permit', '', 'mrz'],
    ['drivers_license', 'US', 'pdf417'],
    ['drivers_license', 'CA', 'pdf417'],
    ['drivers_license', 'DE', undefined],
    ['drivers_license', '', undefined],
  ] as const)('on a %s of “%s” is %s', (type, country, code) => {
    expect(codeOn(type, country)).toBe(code);
  });

  it('every country is offered by its name in the visitor’s language, in alphabetical order', () => {
    const german = countriesIn('de');
    expect(german.length).toBeGreaterThan(240);
    expect(german.find(({ code }) => code === 'AT')?.name).toBe('Österreich');
    const names = german.map(({ name }) => name);
    expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Polen'));
  });

  it('a country is found by a part of its name, with or without accents', () => {
    const french = countriesIn('fr');
    const found = (typed: string) => countriesLike(french, typed).map(({ code }) => code);
    expect(found('etats')[0]).toBe('US');
    expect(found('unis')).toEqual(expect.arrayContaining(['US', 'AE']));
    expect(found('xyzzy')).toEqual([]);
    expect(found(' ')).toHaveLength(french.length);
  });
});

describe('the stages of the document step', () => {
  const choice = { type: 'id_card', country: 'DE' } as const;
  const code = nextStage(FIRST_STAGE, { type: 'chosen', choice });

  it('go from the code directly to sending when the portrait is on the same side', () => {
    expect(code).toEqual({ name: 'code', kind: 'mrz' });
    expect(nextStage(code, { type: 'read', side: sideOf(false) }).name).toBe('sending');
  });

  it('include the other side when the portrait is there', () => {
    const front = nextStage(code, { type: 'read', side: sideOf(true) });
    expect(front.name).toBe('front');
    expect(nextStage(front, { type: 'shown' }).name).toBe('sending');
  });

  it('do not advance when the document cannot be read', () => {
    const licence = { type: 'drivers_license', country: 'DE' } as const;
    expect(nextStage(FIRST_STAGE, { type: 'chosen', choice: licence })).toBe(FIRST_STAGE);
  });

  it('return to the choice from any stage', () => {
    const front = nextStage(code, { type: 'read', side: sideOf(true) });
    for (const stage of [code, front]) expect(nextStage(stage, { type: 'back' })).toBe(FIRST_STAGE);
    expect(nextStage(FIRST_STAGE, { type: 'shown' })).toBe(FIRST_STAGE);
    expect(nextStage(FIRST_STAGE, { type: 'read', side: sideOf(true) })).toBe(FIRST_STAGE);
  });
});

describe('two readings', () => {
  const read = (says: string, value: number): ReadCode => ({
    says,
    type: 'passport',
    strips: [strip(value), strip(value)],
    isBack: false,
  });

  it('agree when the second has the same content as the first', () => {
    const agreement = new Agreement();
    expect(agreement.see(read('a', 1))).toBeUndefined();
    expect(agreement.see(read('b', 2))).toBeUndefined();
    const frames = agreement.see(read('b', 3));
    expect(frames?.map(([first]) => first?.data[0])).toEqual([2, 3]);
  });

  it('never come from one picture that a camera delivered twice', () => {
    const agreement = new Agreement();
    expect(agreement.see(read('a', 1))).toBeUndefined();
    expect(agreement.see(read('a', 1))).toBeUndefined();
    expect(agreement.see(read('a', 2))).toHaveLength(2);
  });
});

describe('the front in the camera picture', () => {
  const at = (x: number): Quad => [
    [x, 100],
    [x + 800, 100],
    [x + 800, 600],
    [x, 600],
  ];
  const card = (x: number, advice?: 'closer') => ({ card: at(x), advice });
  const nothing = { advice: 'fit' } as const;
  const after = (...sightings: Parameters<Steady['see']>[0][]) => {
    const steady = new Steady();
    return sightings.map((sighting) => steady.see(sighting, 1_000)).at(-1);
  };

  it('is taken once it was seen twice in one place, after the card was turned over', () => {
    expect(after(card(50), card(50), card(50))).toBe('turn_over');
    expect(after({ advice: 'turn_over' }, card(50))).toBe('turn_over');
    expect(after(card(50), nothing)).toBe('turn_over');
    expect(after(nothing, card(50))).toBe('reading');
    expect(after(nothing, card(50), card(60))).toBe('seen');
  });

  it('is not taken while it moves, is lost or is too small', () => {
    expect(after(nothing, card(50), card(120))).toBe('reading');
    expect(after(nothing, card(50), nothing)).toBe('fit');
    expect(after(nothing, card(50), nothing, card(50))).toBe('reading');
    expect(after(nothing, card(50), card(50, 'closer'))).toBe('closer');
    expect(after({ advice: 'dark' })).toBe('dark');
  });
});

it('a hint stays until two pictures in a row give another', () => {
  const remark = new Remark();
  const said = ['closer', 'fit', 'closer', 'closer', 'fit', 'reading', 'fit'] as const;
  expect(said.map((say) => remark.see(say))).toEqual([
    'fit',
    'fit',
    'fit',
    'closer',
    'closer',
    'reading',
    'reading',
  ]);
});

describe('the sent pictures', () => {
  it('include the strips of both readings, the page, and the front where there is one', () => {
    const evidence = evidenceOf('n', sideOf(true), page);
    const strips = evidence.frames.map((bytes) => decodeGrey(bytes)?.map(({ data }) => data[0]));
    expect(strips).toEqual([[1, 2], [3]]);
    expect(evidence).toMatchObject({ nonce: 'n', kind: 'mrz', page, front: page });
    expect(evidenceOf('n', sideOf(false))).not.toHaveProperty('front');
  });

  it.each([
    [4000, 3000],
    [3000, 3000],
    [1920, 1080],
    [1600, 1600],
    [640, 480],
  ])('are limited from %d x %d to 1600 px and 2 megapixels, and never enlarged', (w, h) => {
    const scale = sentScale(w, h);
    expect(scale).toBeLessThanOrEqual(1);
    expect(Math.round(Math.max(w, h) * scale)).toBeLessThanOrEqual(1600);
    expect(w * scale * (h * scale)).toBeLessThanOrEqual(2_000_001);
  });

  it.each([
    [1920, 1080, 1440, 1080],
    [1080, 1920, 1080, 810],
    [640, 480, 640, 480],
  ])('contain, of a camera’s %d x %d, the part on the stage: %d x %d', (w, h, width, height) => {
    const seen = onStage(w, h);
    expect(seen).toMatchObject({ width, height });
    expect([2 * seen.x + width, 2 * seen.y + height]).toEqual([w, h]);
  });
});

describe('the pictures for a human reviewer (D-95)', () => {
  const drawn = { isSending: false, isUnclear: false };
  const another = new Blob(['of the next time']);
  const kept = () => {
    const sent = new LastSent();
    sent.keep({ page });
    expect(sent.whileDrawn(drawn)).toEqual({ page });
    sent.ask();
    expect(sent.whileDrawn({ ...drawn, isSending: true })).toEqual({ page });
    return sent;
  };

  it('are the ones that were sent, even when another picture of the face is needed', () => {
    expect(kept().whileDrawn({ ...drawn, isUnclear: true })).toEqual({ page });
  });

  it('are kept after an error', () => {
    const sent = kept();
    sent.begin();
    expect(sent.whileDrawn(drawn)).toEqual({ page });
  });

  it('are discarded when the server refused them because another tab has shown the document again', () => {
    const sent = kept();
    expect(sent.whileDrawn(drawn)).toBeUndefined();
    sent.keep({ page: another, front: page });
    expect(sent.whileDrawn(drawn)).toEqual({ page: another, front: page });
  });
});

describe('the page’s reader', () => {
  let readers: CodeReaders;
  beforeAll(() => {
    const barcodes = () => Promise.resolve(startBarcodeReader());
    readers = { net: loadLineNet(), barcodes, today: SHOWN_ON };
  });
  const shown = (format: 'td1' | 'td3') =>
    photograph(drawSpecimen(format, 7).page, SCENARIOS['phone 720p'], 7);

  it('reads a passport, and a card’s back, whose portrait is on the other side', async () => {
    expect(await readCode(readers, 'mrz', shown('td3'))).toMatchObject({
      read: { type: 'passport', isBack: false },
    });
    expect(await readCode(readers, 'mrz', shown('td1'))).toMatchObject({ read: { isBack: true } });
  });

  it('reads the back of a licence, as a photograph on its side too', async () => {
    const { page: back } = await drawLicence(7, 'wide');
    const photo = photograph(back, SCENARIOS['phone 1080p'], 7);
    const licence = { type: 'drivers_license', isBack: true };
    expect(await readCode(readers, 'pdf417', photo)).toMatchObject({ read: licence });
    const reading = await readPhoto(readers, 'pdf417', turn(photo, 1));
    expect(reading).toMatchObject({ reads: [licence, licence] });
    expect(reading?.reads[0].strips).toHaveLength(1);
  });

  it('reads a state’s identity card by its barcode, and one with lines by its lines', async () => {
    const { page: back } = await drawLicence(7, 'wide', 'ID');
    const photo = photograph(back, SCENARIOS['phone 1080p'], 7);
    const card = { type: 'id_card', isBack: true };
    expect(await readCode(readers, 'either', photo)).toMatchObject({ read: card });
    const reading = await readPhoto(readers, 'either', photo);
    const frames = reading!.reads.map(({ strips }) => strips) as [GreyPicture[], GreyPicture[]];
    const evidence = evidenceOf('n', { frames, page, isBack: true });
    expect(evidence.kind).toBe('pdf417');
    const zone = await readCode(readers, 'either', shown('td1'));
    expect(zone).toMatchObject({ read: card });
    expect('read' in zone && zone.read.strips).toHaveLength(3);
    expect(await readCode(readers, 'either', blankPage(640, 480, 128))).toEqual({ advice: 'fit' });
  });

  it('reads a photograph on its side, twice with the same result, and reports its rotation', async () => {
    const photo = await readPhoto(readers, 'mrz', turn(shown('td3'), 1));
    expect(photo?.quarters).toBe(3);
    expect(photo?.reads[0].says).toBe(photo?.reads[1].says);
    expect(photo?.reads[0].strips).not.toEqual(photo?.reads[1].strips);
  });

  it.each(['mrz', 'pdf417'] as const)(
    'reads nothing without a %s, and gives advice',
    async (kind) => {
      expect(await readCode(readers, kind, blankPage(640, 480, 128))).toEqual({ advice: 'fit' });
      expect(await readPhoto(readers, kind, blankPage(320, 240, 128))).toBeUndefined();
    },
  );
});

describe('the advice when nothing is found', () => {
  it('suggests the other side after six seconds', () => {
    const side = new OtherSide();
    expect(side.see('fit', 0)).toBe('fit');
    expect(side.see('fit', 5_999)).toBe('fit');
    expect(side.see('fit', 6_000)).toBe('other_side');
    expect(side.see('reflection', 6_100)).toBe('reflection');
    expect(side.see('fit', 6_200)).toBe('fit');
    expect(side.see('fit', 12_200)).toBe('other_side');
  });
});
