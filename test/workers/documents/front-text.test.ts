// The documents Worker's search of a card's front for the details from a card's code: number, birth
// date and name (D-129). It finds at least two of the three if the front and the code are of the
// same card, and none otherwise.
import { expect, test } from 'vitest';
import type { FoundText, KnownText } from '../../../src/vision/documents/document-check.ts';
import { lookAtFront, lookAtPage } from '../../../src/workers/documents/look-at-front.ts';
import { readDocument } from '../../../src/workers/documents/read.ts';
import { photographAsJpeg, type View } from '../../support/documents/camera.ts';
import { drawIssuedCard, type IssuedCard, ISSUERS } from '../../support/documents/issued-cards.ts';
import { placeIn } from '../../support/documents/projection.ts';
import { drawSpecimen, type Specimen } from '../../support/documents/specimens.ts';
import { loadFieldReader } from '../../support/documents/weights.ts';
import { loadReaders, requestOf } from './requests.ts';

const VIEW: View = {
  width: 1200,
  height: 900,
  quality: 85,
  noise: 3,
  roll: 1.5,
  pitch: 5,
  yaw: -4,
  blur: 0.8,
};
const NONE: FoundText = { number: false, birthDate: false, name: false };
const fields = loadFieldReader();

function find({ page, face }: IssuedCard, known: KnownText): FoundText {
  const jpeg = photographAsJpeg(page, VIEW, 3);
  const seen = lookAtFront(fields, { jpeg, face: placeIn(page, VIEW, face), known });
  if (!seen.ok) throw new Error(seen.fault);
  const found = seen.cards.map(({ text }) => text);
  return {
    number: found.some(({ number }) => number),
    birthDate: found.some(({ birthDate }) => birthDate),
    name: found.some(({ name }) => name),
  };
}

function issuerAt(i: number) {
  const issuer = ISSUERS[i];
  if (issuer === undefined) throw new RangeError('There is no such issuer.');
  return issuer;
}

const cards = [0, 5, 12, 26].map((i) => {
  const issuer = issuerAt(i);
  return { name: `${issuer.country}, ${issuer.typeface}`, issuer, seed: 3 + i };
});

test.each(cards)(
  'at least two of the three details are found on the front of the same card: $name',
  ({ issuer, seed }) => {
    const card = drawIssuedCard(issuer, seed);
    expect(Object.values(find(card, card.known)).filter(Boolean).length).toBeGreaterThan(1);
  },
);

test.each(cards)(
  'no detail of another card is found on a front of the same issuer: $name',
  ({ issuer, seed }) => {
    const card = drawIssuedCard(issuer, seed);
    const { known } = drawIssuedCard(issuer, seed + 1000);
    expect(known.number).not.toBe(card.known.number);
    expect(find(card, known)).toEqual(NONE);
  },
);

const textOf = ({ holder }: Specimen): KnownText => {
  const { number, birthDate, surname, givenNames } = holder;
  return { number, birthDate, surname, givenNames };
};

test('the details of a page’s own zone are found above the zone, and the zone itself does not count', async () => {
  const page = drawSpecimen('td3', 5);
  const request = requestOf(page);
  const read = await readDocument(loadReaders(), request);
  if (!read.ok || read.zone === undefined) throw new Error('The page has a zone.');
  const { zone } = read;
  const look = (known: KnownText) => lookAtPage(fields, { jpeg: request.page, zone, known });
  // On this page, the number appears only in the machine-readable zone.
  expect(look(textOf(page))).toMatchObject({
    ok: true,
    text: { number: false, birthDate: true, name: true },
  });
  expect(look(textOf(drawSpecimen('td3', 6)))).toMatchObject({ ok: true, text: NONE });
});

test('the answer says which details were found, and nothing that is printed', () => {
  const card = drawIssuedCard(issuerAt(0), 3);
  const jpeg = photographAsJpeg(card.page, VIEW, 3);
  const { known } = card;
  const seen = lookAtFront(fields, { jpeg, face: placeIn(card.page, VIEW, card.face), known });
  const said = JSON.stringify(seen);
  for (const word of Object.values(known)) expect(said).not.toContain(word);
  expect(seen).toMatchObject({ ok: true, models: { 'field-reader.bin': fields.netHash } });
});

test('a page that is not a JPEG is refused', () => {
  const { known } = drawIssuedCard(issuerAt(0), 3);
  const zone = { lines: 2, left: [60, 740], right: [1200, 740] } as const;
  expect(lookAtPage(fields, { jpeg: new Uint8Array(9), zone, known })).toEqual({
    ok: false,
    fault: 'not_a_jpeg',
  });
});
