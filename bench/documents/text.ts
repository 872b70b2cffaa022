// Measures whether the texts in a card's code (number, birth date, name) are found on the front of
// the same card and on no other front. Cards of all issuers are drawn, photographed by a simulated
// camera, and compared with their own codes and with codes of other cards. The specimens use
// typefaces that the reader was not trained on.
import { cutCardFields } from '../../src/vision/documents/cut-fields.ts';
import type { FoundText, KnownText } from '../../src/vision/documents/document-check.ts';
import { findKnown } from '../../src/vision/documents/find-known.ts';
import { toGrey } from '../../src/vision/documents/grey-picture.ts';
import { decodeBaseline } from '../../src/vision/jpeg/jpeg-decoder.ts';
import { lookAtFront } from '../../src/workers/documents/look-at-front.ts';
import { interval } from '../../scripts/calibrate/interval.ts';
import { photographAsJpeg, type View } from '../../test/support/documents/camera.ts';
import {
  drawIssuedCard,
  ISSUERS,
  type IssuedCard,
} from '../../test/support/documents/issued-cards.ts';
import { cornersOf, placeIn } from '../../test/support/documents/projection.ts';
import { loadFieldReader } from '../../test/support/documents/weights.ts';
import { printFigure, printMarkdown, printTitle, quantile } from '../report.ts';

/**
 * A card's front as photographed by a phone. The hosted page sends pictures at most 1,600 px wide,
 * usually less.
 */
const PHONE: View = {
  width: 1200,
  height: 900,
  quality: 85,
  noise: 3,
  roll: 1.5,
  pitch: 5,
  yaw: -4,
  blur: 0.8,
};
const VIEWS: Readonly<Record<string, View>> = {
  'a phone': PHONE,
  'a phone, 1,600 px': { ...PHONE, width: 1600, height: 1200, roll: -1, pitch: 3 },
  'askew by 12°': { ...PHONE, roll: 3, pitch: -12, yaw: 12, share: 0.8 },
  'a webcam, 720p': { ...PHONE, width: 1280, height: 720, quality: 80, noise: 4 },
  'blur of 1.6 px': { ...PHONE, blur: 1.6 },
  'JPEG 50': { ...PHONE, quality: 50 },
  'light 0.35': { ...PHONE, gain: 0.35, noise: 5 },
  'mild glare': { ...PHONE, glare: 0.45 },
};
/**
 * Views that are listed in a separate table, because the hosted page asks for a new picture when
 * one is this small, blurred or dark.
 */
const HARD: Readonly<Record<string, View>> = {
  'a webcam, 640 x 480': {
    ...PHONE,
    width: 640,
    height: 480,
    quality: 80,
    noise: 4,
    blur: 0.5,
    share: 0.92,
  },
  'blur of 2.5 px': { ...PHONE, blur: 2.5 },
  'movement of 8 px': { ...PHONE, motion: 8 },
  'light 0.15': { ...PHONE, gain: 0.15, noise: 6 },
};

interface Shot {
  card: IssuedCard;
  issuer: string;
  /**
   * The texts of the card's own code that the Worker's full procedure finds; the procedure stops
   * after two hits.
   */
  own: FoundText;
  /** The same texts, if every line is searched for each of them. */
  whole: FoundText;
  /** The texts of each code in each group of OTHERS that are found on the card. */
  others: Record<keyof typeof OTHERS, FoundText[]>;
  ms: number;
}

const fields = loadFieldReader();
const NOTHING: FoundText = { number: false, birthDate: false, name: false };

/** Codes that do not belong to the card, by how much they have in common with it. */
const OTHERS = {
  'of other people': (known: KnownText, others: readonly KnownText[]) =>
    others.filter((other) => differs(known, other)),
  'of the same family: surname shared': (known: KnownText, others: readonly KnownText[]) =>
    others
      .filter((other) => differs(known, other))
      .map((other) => ({ ...other, surname: known.surname })),
  'one character of the number, one day, one letter of the given name': (known: KnownText) => [
    { ...known, ...nearTo(known) },
  ],
} as const;

/**
 * Whether two card holders differ in both given names and birth date. The names come from a small
 * set, so some holders share them by chance.
 */
const differs = (one: KnownText, other: KnownText): boolean =>
  one.givenNames !== other.givenNames && one.birthDate !== other.birthDate;

/**
 * @returns the code's three texts with one character of the number, the day of birth and one letter
 *   of the given names changed
 */
function nearTo({ number, birthDate, givenNames }: KnownText): Partial<KnownText> {
  const at = Math.floor(number.length / 2);
  const one = number[at] ?? '';
  const other = /\d/.test(one) ? String((Number(one) + 3) % 10) : one === 'K' ? 'T' : 'K';
  const day = Number(birthDate.slice(8));
  return {
    number: number.slice(0, at) + other + number.slice(at + 1),
    birthDate: `${birthDate.slice(0, 8)}${String(day === 28 ? 27 : day + 1).padStart(2, '0')}`,
    givenNames: `${givenNames.slice(0, 2)}${givenNames[2] === 'M' ? 'T' : 'M'}${givenNames.slice(3)}`,
  };
}

/** @param persons the number of people per issuer; the views are assigned to their cards in turn */
export function benchText(persons: number): void {
  printTitle(`Text of the code on the front: ${ISSUERS.length} issuers, ${persons} cards of each`);
  const shots = benchViews(drawCards(persons, 0), VIEWS);
  printTitle('The same, of pictures that should be taken again');
  benchViews(drawCards(1, 7_000), HARD);
  printTitle('By issuer: pictures with one of three, with two');
  for (const issuer of new Set(shots.map((shot) => shot.issuer))) {
    const of = shots.filter((shot) => shot.issuer === issuer);
    printFigure(issuer, `${countWith(of, 1)}, ${countWith(of, 2)} of ${of.length}`);
  }
  printOthers(shots);
  const times = shots.map(({ ms }) => ms);
  const [median, most] = [quantile(times, 0.5), quantile(times, 0.95)].map((ms) => ms.toFixed(0));
  printFigure('processor, a front: median, 95 %', `${median}, ${most} ms`);
}

type Drawn = { issuer: (typeof ISSUERS)[number]; card: IssuedCard };

const drawCards = (persons: number, seed: number): Drawn[] =>
  Array.from({ length: persons }, (_, n) =>
    ISSUERS.map((issuer, i) => ({ issuer, card: drawIssuedCard(issuer, seed + 101 * n + i) })),
  ).flat();

function benchViews(cards: readonly Drawn[], views: Readonly<Record<string, View>>): Shot[] {
  const names = Object.keys(views);
  const shots = cards.map(({ issuer, card }, i) => {
    // Assigns the views in turn to the cards of an issuer.
    const name = names[(i + Math.floor(i / ISSUERS.length)) % names.length] ?? '';
    return { name, shot: shoot(issuer, card, views[name] ?? PHONE, i, cards) };
  });
  const of = (wanted: string) => shots.flatMap(({ name, shot }) => (name === wanted ? [shot] : []));
  const all = shots.map(({ shot }) => shot);
  printMarkdown(
    ['Pictures', 'number', 'birth date', 'name', 'one of three', 'two of three'],
    [
      ...names.map((name) => rowOf(`${name}; ${of(name).length}`, of(name))),
      rowOf(`all ${all.length}`, all),
    ],
  );
  return all;
}

function shoot(
  { country, typeface }: Drawn['issuer'],
  card: IssuedCard,
  view: View,
  i: number,
  cards: readonly Drawn[],
): Shot {
  const jpeg = photographAsJpeg(card.page, view, 7 * i + 3);
  const face = placeIn(card.page, view, card.face);
  const begin = process.cpuUsage();
  const seen = lookAtFront(fields, { jpeg, face, known: card.known });
  const { user, system } = process.cpuUsage(begin);
  if (!seen.ok) throw new Error(seen.fault);
  const picture = toGrey(decodeBaseline(jpeg));
  const lines = cutCardFields(picture, cornersOf(card.page, view)).map((strip) =>
    fields.net.look(strip),
  );
  const strangers = Array.from(
    { length: 8 },
    (_, k) => cards[(i + 1 + 7 * k) % cards.length]?.card.known ?? card.known,
  );
  const find = (known: readonly KnownText[]) => known.map((one) => findKnown(lines, one));
  const others = Object.fromEntries(
    Object.entries(OTHERS).map(([name, of]) => [name, find(of(card.known, strangers))]),
  ) as Shot['others'];
  return {
    card,
    issuer: `${country}, ${typeface}`,
    own:
      seen.cards.map(({ text }) => text).toSorted((a, b) => countOf(b) - countOf(a))[0] ?? NOTHING,
    whole: find([card.known])[0] ?? NOTHING,
    others,
    ms: (user + system) / 1000,
  };
}

const countOf = (text: FoundText): number => Object.values(text).filter(Boolean).length;
const countWith = (shots: readonly Shot[], least: number): number =>
  shots.filter(({ own }) => countOf(own) >= least).length;

function rowOf(name: string, shots: readonly Shot[]): string[] {
  const of = (part: keyof FoundText) =>
    interval(shots.filter(({ whole }) => whole[part]).length, shots.length);
  return [
    name,
    ...(['number', 'birthDate', 'name'] as const).map(of),
    interval(countWith(shots, 1), shots.length),
    interval(countWith(shots, 2), shots.length),
  ];
}

function printOthers(shots: readonly Shot[]): void {
  printTitle('Codes that are not of the card');
  const rows = (Object.keys(OTHERS) as (keyof typeof OTHERS)[]).map((name) => {
    const found = shots.flatMap(({ others }) => others[name]);
    const of = (part: keyof FoundText) =>
      interval(found.filter((text) => text[part]).length, found.length);
    const with1 = found.filter((text) => countOf(text) >= 1).length;
    return [
      `${name}; ${found.length}`,
      of('number'),
      of('birthDate'),
      of('name'),
      interval(with1, found.length),
    ];
  });
  printMarkdown(['The code', 'number', 'birth date', 'name', 'one of three'], rows);
}
