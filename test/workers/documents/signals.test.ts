// The signals that the documents Worker reports about a document's page. None of them decides the
// outcome (D-91).
import jpegJs from 'jpeg-js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ReadRequest } from '../../../src/vision/documents/document-check.ts';
import { toGrey } from '../../../src/vision/documents/grey-picture.ts';
import { locateLines } from '../../../src/vision/documents/locate-lines.ts';
import { cutStrips } from '../../../src/vision/documents/strips.ts';
import { readDocument, type Readers } from '../../../src/workers/documents/read.ts';
import { insertSegment, orientation } from '../../vision/jpeg/jpegs.ts';
import { photographInColour } from '../../support/documents/camera.ts';
import { photographScreen } from '../../support/documents/screen.ts';
import { SCENARIOS } from '../../support/documents/scenarios.ts';
import { drawSpecimen, tinted } from '../../support/documents/specimens.ts';
import { loadReaders, requestOf } from './requests.ts';

/** EXIF data whose only entry is the upright orientation. */
const UPRIGHT = String.fromCharCode(...orientation(1));
const WARM = [1, 0.92, 0.75] as const;
const card = drawSpecimen('td2', 11);

let readers: Readers;
let request: ReadRequest;
let honest: ReadRequest['page'];

beforeAll(() => {
  readers = loadReaders();
  request = requestOf(card, SCENARIOS.webcam);
  honest = photographInColour(tinted(card.page, 1, 0.4), SCENARIOS.webcam, 1, WARM);
});

async function signalsOf(page: ReadRequest['page']) {
  const answer = await readDocument(readers, { ...request, page });
  if (!answer.ok) throw new Error(answer.fault);
  expect(answer.readings.every(({ ok }) => ok)).toBe(true);
  return answer.signals;
}

test('a pale page in warm light gives no signal', async () => {
  expect(await signalsOf(honest)).toEqual([]);
});

test('a page whose only colour comes from the light gives the signal “photocopy”', async () => {
  const { page } = card;
  const copy = photographInColour([page, page, page], SCENARIOS.webcam, 1, WARM);
  expect(await signalsOf(copy)).toEqual(['photocopy']);
});

test('a zone with the line spacing of a word processor gives the signal “zone_metrics”', async () => {
  const typed = drawSpecimen('td2', 11, {}, { spacing: 0.75 });
  const { frames } = requestOf(typed, SCENARIOS.webcam);
  const page = photographInColour(tinted(typed.page, 1, 0.4), SCENARIOS.webcam, 1, WARM);
  const answer = await readDocument(readers, { ...request, frames, page });
  expect(answer).toMatchObject({ ok: true, signals: ['zone_metrics'] });
  expect(answer.ok && answer.readings.map(({ ok }) => ok)).toEqual([true, true, true]);
});

test('a portrait that is pasted over the code gives the signal “portrait_over_code”', async () => {
  const pasted = drawSpecimen('td2', 11, {}, { pastedAbove: 3.2 });
  const { frames } = requestOf(pasted, SCENARIOS.webcam);
  const page = photographInColour(tinted(pasted.page, 1, 0.4), SCENARIOS.webcam, 1, WARM);
  const answer = await readDocument(readers, { ...request, frames, page });
  expect(answer).toMatchObject({ ok: true, signals: ['portrait_over_code'] });
  expect(answer.ok && answer.readings.map(({ ok }) => ok)).toEqual([true, true, true]);
});

test('a document that is filmed from a screen is read, and gives the signal “screen”', async () => {
  const filmedPage = photographScreen(tinted(card.page, 1, 0.4), 700, SCENARIOS['roll 10'], 1);
  const next = photographScreen(tinted(card.page, 1, 0.4), 700, SCENARIOS['roll 10'], 2);
  const frames = [filmedPage, next].map((jpeg) => {
    const grey = toGrey(jpegJs.decode(jpeg, { useTArray: true }));
    return cutStrips(grey, locateLines(grey) ?? []) ?? [];
  });
  const filmed = await readDocument(readers, { ...request, frames, page: filmedPage });
  expect(filmed).toMatchObject({ ok: true, signals: ['screen'] });
  expect(filmed.ok && filmed.readings.map(({ ok }) => ok)).toEqual([true, true, true]);
});

describe('a file is reported as edited when an editor left its name:', () => {
  const text = (value: string) => Array.from(value, (character) => character.charCodeAt(0));
  test.each([
    ['EXIF', 0xe1, `${UPRIGHT}Adobe Photoshop 27.1`, ['edited_file']],
    ['XMP', 0xe1, 'http://ns.adobe.com/xap/1.0/\0<x CreatorTool="Snapseed"/>', ['edited_file']],
    ['a comment', 0xfe, 'Created with GIMP', ['edited_file']],
    ['not by the container that Safari writes', 0xed, 'Photoshop 3.0\x008BIM', []],
    ['not by a camera', 0xe1, `${UPRIGHT}Quarry Phone 7`, []],
  ])('%s', async (_, marker, value, signals) => {
    expect(await signalsOf(insertSegment(honest, marker, text(value)))).toEqual(signals);
  });
});
