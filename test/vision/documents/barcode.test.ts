// Barcodes on licences in front of a simulated camera, with one wide and one dense print per
// scenario. `npm run bench -- documents` tries more licences.
import { beforeAll, describe, expect, test } from 'vitest';
import { isBarcode } from '../../../src/vision/documents/cut-barcode.ts';
import { type GreyPicture, turn } from '../../../src/vision/documents/grey-picture.ts';
import {
  type BarcodeReader,
  readBarcodeAnyWayUp,
  readBarcodeOf,
  TURNS_OF,
} from '../../../src/vision/documents/read-barcode.ts';
import { photograph } from '../../support/documents/camera.ts';
import { blankPage } from '../../support/documents/ink.ts';
import {
  drawCode,
  drawLicence,
  type Licence,
  startBarcodeReader,
} from '../../support/documents/licences.ts';
import { type Scenario, SCENARIOS } from '../../support/documents/scenarios.ts';
import { drawSpecimen, patternedPage } from '../../support/documents/specimens.ts';
import { judgeFacts, shoot } from '../../support/documents/trial.ts';
import { licenceText } from './mrz-zones.ts';

let read: BarcodeReader;
let wide: Licence;
let dense: Licence;

beforeAll(async () => {
  read = startBarcodeReader();
  wide = await drawLicence(5, 'wide');
  dense = await drawLicence(6, 'dense');
});

async function outcomeOf(licence: Licence, picture: GreyPicture) {
  const found = await readBarcodeOf(read, picture, TURNS_OF.page);
  return judgeFacts(found?.reading, licence);
}

describe('a licence is read in the scenario', () => {
  const scenarios = Object.keys(SCENARIOS) as Scenario[];
  test.each(scenarios.filter((name) => name !== 'blur 2.5 px'))('%s', async (scenario) => {
    expect(await outcomeOf(wide, shoot(wide, scenario, 1))).toBe('accepted');
  });

  test.each(['phone 1080p', 'phone 720p', 'tilt 15', 'JPEG 60'] as const)(
    'with bars 0.17 mm wide: %s',
    async (scenario) => {
      expect(await outcomeOf(dense, shoot(dense, scenario, 1))).toBe('accepted');
    },
  );
});

describe('a rotated licence is read in a camera picture:', () => {
  test.each([
    ['wide', -15],
    ['wide', 15],
    ['dense', -12],
    ['dense', 15],
  ] as const)('%s, by %d degrees', async (print, roll) => {
    const licence = print === 'wide' ? wide : dense;
    const picture = photograph(licence.page, { ...SCENARIOS['roll 10'], roll }, 7);
    const found = await readBarcodeOf(read, picture, TURNS_OF.frame);
    expect(judgeFacts(found?.reading, licence)).toBe('accepted');
  });
});

test('an unfocused picture is not read, and never misread', async () => {
  expect(await outcomeOf(wide, shoot(wide, 'blur 2.5 px', 1))).toBe('refused');
  expect(await outcomeOf(dense, shoot(dense, 'webcam, far', 1))).toBe('refused');
});

test('the cut-out code is read again with the same result, as the server does', async () => {
  const found = await readBarcodeOf(read, shoot(wide, 'phone 720p', 2), TURNS_OF.frame);
  expect(found?.barcode.data).toHaveLength(450_000);
  expect(isBarcode(found!.barcode)).toBe(true);
  expect(await read(found!.barcode)).toBe(licenceText(wide.holder));
});

test('a photograph in any rotation is read', async () => {
  const picture = shoot(wide, 'phone 720p', 3);
  for (const quarters of [1, 2, 3] as const) {
    const found = await readBarcodeAnyWayUp(read, turn(picture, quarters));
    expect(judgeFacts(found?.reading, wide)).toBe('accepted');
  }
});

describe('a code is refused with', () => {
  test.each([
    ['month 13', (text: string) => text.replace(/DBB\d\d/, 'DBB13'), 'birth_date'],
    ['31 February', (text: string) => text.replace(/DBB\d{4}/, 'DBB0231'), 'birth_date'],
    ['no birth date', (text: string) => text.replace(/DBB\d{8}\n/, ''), 'birth_date'],
    ['no header', (text: string) => text.slice(21), 'header'],
    ['something else', () => 'https://quarry.example/', 'header'],
  ])('%s', async (_, change, fault) => {
    const page = patternedPage(85.6, 53.98, 9, 24);
    await drawCode(page, change(licenceText(wide.holder)), 'wide');
    const found = await readBarcodeOf(read, page, TURNS_OF.page);
    expect(found?.reading).toMatchObject({ ok: false, faults: expect.arrayContaining([fault]) });
  });
});

test.each([
  ['an even surface', () => blankPage(640, 480, 128)],
  ['one pixel', () => blankPage(1, 1, 0)],
  ['a page of a passport', () => photograph(drawSpecimen('td3', 3).page, SCENARIOS.webcam, 3)],
])('nothing is read in %s', async (_, make) => {
  expect(await readBarcodeAnyWayUp(read, make())).toBeUndefined();
});
