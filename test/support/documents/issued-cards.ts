// Card fronts for invented holders, in the layouts of 34 issuers: the position, size and typeface
// of the fields, and the notation of dates, numbers and names. Each card comes with the holder's
// data as spelled in the machine-readable zone on the back. Colours and seals are left out.
import { readFileSync } from 'node:fs';
import type { KnownText, Place } from '../../../src/vision/documents/document-check.ts';
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';
import { seeded } from '../clips/random.ts';
import { drawBar, drawCurve, drawEllipse, drawLetters, type Typeface } from './ink.ts';
import { patternedPage } from './specimens.ts';

/** Typefaces that the field reader was not trained on. */
const TYPEFACES = JSON.parse(
  readFileSync(new URL('typefaces.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Typeface>>;

type Order =
  | 'D.M.Y'
  | 'D/M/Y'
  | 'D-M-Y'
  | 'D M Y'
  | 'M/D/Y'
  | 'Y-M-D'
  | 'D. M. Y'
  | 'D MON Y'
  | 'D MON/MON Y'
  | 'D.M.y'
  | 'D MON y';

interface Issuer {
  country: string;
  typeface: string;
  /**
   * The labels of the surname, the given names, the date of birth and the number, in this order.
   */
  labels: readonly [string, string, string, string];
  order: Order;
  /**
   * Names of the months, for cards that print them; English by default. Names in a second language
   * follow a slash.
   */
  months?: string;
  /** Pattern of the number: A is a letter, 9 a digit, x either; any other character is literal. */
  number: string;
  /** The height of capitals and the distance between two fields, in mm. */
  capital: number;
  pitch: number;
  layout: 'left' | 'right' | 'wide' | 'rows' | 'licence';
  isMixedCase?: true;
  names: keyof typeof NAMES;
}

/**
 * Six surnames and six given names in each group, as they are printed. The machine-readable zone
 * contains their transliterations.
 */
const NAMES = {
  plain:
    'MARLSON QUARRYSTONE FLINT GRANITOS KARSTEN SANDBANK AGATHA PERIDOT RUFUS BERYL CLAYTON HUGO',
  german:
    'MÜHLSTEIN RÖTEL SCHIEFER KÖNIGSFELS KARSTEN BÄRSTEIN OPALINE JÜRGEN KÄTHE FLORIN BERYL SÖNKE',
  czech: 'SKÁLA KŘEMEN BASALTOVÁ PÍSEČNÝ JÍLOVÁ ČEDIČ ZIRKA RŮŽENA ŠTĚPÁN HUGO ŘEHOŘ MICA',
  polish: 'ŻWIR KAMIEŃ ŁUPEK GRANIT PIASKÓW GLINA WULFEN BOŻENA MAŁGOSIA ZIRKA ŚWIETOPEŁK HUGO',
  nordic:
    'GRÅSTEN KLØVSTEEN JASPERQVIST SKÄRBERG FLINTØ SANDBÄCK ÅSE BJØRN VESPER RÖDEL OPALINE AGATHA',
  spanish: 'PEÑASCO PIZARRÓN ARENISCA CALIZA MÁRMOL GRAVA ÓPALO ÁGATA BERILO JACINTO ÍÑIGO PERIDOT',
} as const;

/**
 * The issuers' cards. Their date and number formats follow public descriptions; their appearance
 * does not.
 */
export const ISSUERS = JSON.parse(
  readFileSync(new URL('issuers.json', import.meta.url), 'utf8'),
) as readonly Issuer[];
const ENGLISH = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC';

export interface IssuedCard {
  page: GreyPicture;
  /** The holder's data, spelled as in the machine-readable zone on the card's back. */
  known: KnownText;
  /** The rectangle of the portrait, in px of the page. */
  face: Place;
}

const PX_PER_MM = 16;
const [WIDTH, HEIGHT] = [85.6, 53.98];

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';

/** @param seed the same seed gives the same holder and card */
export function drawIssuedCard(issuer: Issuer, seed: number): IssuedCard {
  const random = seeded(seed + 31 * issuer.country.charCodeAt(0));
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  const two = (most: number): string => String(1 + Math.floor(random() * most)).padStart(2, '0');
  const names = NAMES[issuer.names].split(' ');
  const [surname, given] = [pick(names.slice(0, 6)), pick(names.slice(6))];
  const birthDate = `${1940 + Math.floor(random() * 68)}-${two(12)}-${two(28)}`;
  const expiry = `${2027 + Math.floor(random() * 9)}-${two(12)}-${two(28)}`;
  const number = Array.from(issuer.number, (mark) => {
    if (mark === '9') return String(Math.floor(random() * 10));
    if (mark === 'x') return pick(Array.from(`${LETTERS}0123456789`));
    return mark === 'A' ? pick(Array.from(LETTERS)) : mark;
  }).join('');
  const page = patternedPage(WIDTH, HEIGHT, seed);
  const cased = (name: string): string =>
    issuer.isMixedCase ? name.slice(0, 1) + name.slice(1).toLowerCase() : name;
  const face = layOut(page, issuer, seed, {
    surname: cased(surname),
    given: cased(given),
    birth: written(birthDate, issuer),
    expiry: written(expiry, issuer),
    number,
  });
  const known = {
    number: number.replaceAll(/[^A-Z0-9]/g, ''),
    birthDate,
    surname: transliterated(surname),
    givenNames: transliterated(given),
  };
  return { page, known, face };
}

function written(date: string, { order, months = ENGLISH }: Issuer): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const [own = '', second = ''] = months
    .split('/')
    .map((names) => names.split(' ')[Number(month) - 1] ?? '');
  const values: Record<Order, string> = {
    'D.M.Y': `${day}.${month}.${year}`,
    'D/M/Y': `${day}/${month}/${year}`,
    'D-M-Y': `${day}-${month}-${year}`,
    'D M Y': `${day} ${month} ${year}`,
    'M/D/Y': `${month}/${day}/${year}`,
    'Y-M-D': `${year}-${month}-${day}`,
    'D. M. Y': `${Number(day)}. ${Number(month)}. ${year}`,
    'D MON Y': `${day} ${own} ${year}`,
    'D MON/MON Y': `${day} ${own}/${second} ${year}`,
    'D.M.y': `${day}.${month}.${year.slice(2)}`,
    'D MON y': `${day} ${own} ${year.slice(2)}`,
  };
  return values[order];
}

/** Transliterations from ICAO 9303-3, section 6 A. */
const SPELLED: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Ö: 'OE',
  Ü: 'UE',
  Å: 'AA',
  Ø: 'OE',
  Ł: 'L',
  Ñ: 'N',
};

const transliterated = (name: string): string =>
  Array.from(name, (letter) => SPELLED[letter] ?? letter.normalize('NFD').charAt(0)).join('');

interface Printed {
  surname: string;
  given: string;
  birth: string;
  expiry: string;
  number: string;
}

function layOut(page: GreyPicture, issuer: Issuer, seed: number, printed: Printed): Place {
  const { typeface, labels, capital, pitch, layout } = issuer;
  const font = TYPEFACES[typeface];
  if (font === undefined) throw new Error(`There is no typeface ${typeface}.`);
  const ink = 25 + ((seed * 17) % 50);
  const write = (text: string, x: number, y: number, size = capital, shade = ink): number =>
    drawLetters(
      page,
      text,
      { x: x * PX_PER_MM, y: y * PX_PER_MM, capital: size * PX_PER_MM, ink: shade },
      font,
    ) / PX_PER_MM;
  const isRight = layout === 'right';
  drawBar(page, { x: 0, y: 0, width: page.width, height: 7 * PX_PER_MM }, 130, 0.35);
  write(isRight ? 'IDENTIDAD' : 'IDENTITY CARD', 4, 5.2, 2.4, 40);
  const portrait = { x: isRight ? 59 : 4.5, y: 12, width: 22, height: 28 };
  drawPortrait(page, portrait);
  const left = isRight ? 5 : 31;
  const label = (text: string, x: number, y: number): void =>
    void write(text, x, y, 1.25, ink + 50);
  const top = 13.5;
  const below = 0.45 * pitch;
  if (layout === 'licence') {
    const lines = [printed.number, printed.surname, printed.given, printed.birth];
    for (const [i, text] of lines.entries()) {
      const y = top + i * pitch;
      const end = write(`${labels[[3, 0, 1, 2][i] ?? 0]} `, left, y, 1.5, ink + 30);
      write(text, end + 0.4, y, i === 0 ? capital * 1.15 : capital);
    }
    write(`EXP ${printed.expiry}`, left, top + 4 * pitch);
    write('12 HARBOUR ST, ZENITH', left, top + 5 * pitch, capital * 0.85);
  } else {
    const second = layout === 'rows' ? left + 28 : left + 27;
    label(labels[0], left, top);
    write(printed.surname, left, top + below);
    label(labels[1], left, top + pitch);
    write(printed.given, left, top + pitch + below);
    label(labels[2], left, top + 2 * pitch);
    write(printed.birth, left, top + 2 * pitch + below);
    label('Nationality', layout === 'wide' ? left + 30 : second, top + 2 * pitch);
    write(issuer.country, layout === 'wide' ? left + 30 : second + 3, top + 2 * pitch + below);
    label('Date of expiry', left, top + 3 * pitch);
    write(printed.expiry, left, top + 3 * pitch + below);
    if (layout === 'wide') {
      label(labels[3], left, top + 4 * pitch);
      write(printed.number, left, top + 4 * pitch + below);
    } else {
      label(labels[3], isRight ? 33 : 52, 3.2);
      write(printed.number, isRight ? 33 : 52, 6.3);
    }
  }
  drawPatternOver(page, seed);
  const { x, y, width, height } = portrait;
  return {
    left: (x + 0.22 * width) * PX_PER_MM,
    right: (x + 0.78 * width) * PX_PER_MM,
    top: (y + 0.15 * height) * PX_PER_MM,
    bottom: (y + 0.72 * height) * PX_PER_MM,
  };
}

function drawPortrait(
  page: GreyPicture,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const px = (mm: number): number => mm * PX_PER_MM;
  drawBar(page, { x: px(x), y: px(y), width: px(width), height: px(height) }, 208);
  const at = (dx: number, dy: number, across: number, down: number, ink: number): void =>
    drawEllipse(
      page,
      {
        x: px(x + dx * width),
        y: px(y + dy * height),
        across: px(across * width),
        down: px(down * height),
      },
      ink,
    );
  at(0.5, 0.4, 0.3, 0.28, 60);
  at(0.5, 0.45, 0.24, 0.25, 170);
  at(0.5, 0.92, 0.4, 0.16, 80);
}

/** Draws fine lines across the whole card, like those of laminate and security printing. */
function drawPatternOver(page: GreyPicture, seed: number): void {
  const random = seeded(seed + 77);
  for (let line = 0; line < 24; line++) {
    const level = (page.height * (line + random())) / 24;
    const [size, pace] = [1 + 2 * random(), 0.15 + 0.3 * random()];
    const heightAt = (x: number): number =>
      level + size * PX_PER_MM * Math.sin((pace * x) / PX_PER_MM + seed + line);
    drawCurve(page, heightAt, 0.1 * PX_PER_MM, 150);
  }
}
