// Measures how closely a take's small pictures resemble the side of the card that they show
// (D-137), its other side, and other cards. A simulated camera photographs each side of every
// issuer's card twice.
import { MIN_LIKENESS } from '../../src/domain/verification/rules/document/take.ts';
import { lookAtTake } from '../../src/workers/documents/look-at-take.ts';
import { interval } from '../../scripts/calibrate/interval.ts';
import { photographAsJpeg, type View } from '../../test/support/documents/camera.ts';
import { drawIssuedCard, ISSUERS } from '../../test/support/documents/issued-cards.ts';
import { drawSpecimen } from '../../test/support/documents/specimens.ts';
import { seeded } from '../../test/support/clips/random.ts';
import { printMarkdown, printTitle, quantile } from '../report.ts';

/**
 * The picture of one side of a card, and a small picture taken shortly before or after it, both as
 * the hosted page sends them.
 */
const SIDE: View = { width: 1200, height: 900, quality: 85, noise: 3, blur: 0.8, share: 0.75 };
const SMALL: View = { ...SIDE, width: 320, height: 240, quality: 80 };
/**
 * How a small picture may differ from the picture of its side: within half a second the hand moves
 * and the camera adapts.
 */
const CHANGES: Readonly<Record<string, Partial<View>>> = {
  'held still': {},
  'light 0.6': { gain: 0.6 },
  'blur of 1.6 px': { blur: 1.6 },
  'a reflection': { glare: 0.6, glareAt: 0.4 },
  'movement of 8 px': { motion: 8 },
};
const NAMES = Object.keys(CHANGES);
/**
 * The first seed of the cards. {@link MIN_LIKENESS} was set on different cards, whose seeds start
 * at 0.
 */
const FIRST_SEED = 9_000;

interface Likeness {
  name: string;
  /**
   * The similarity between a small picture and the side of the card that it shows (`own`), and
   * between that picture and the card's other side (`other`).
   */
  own: number;
  other: number;
  /** The similarity between the card's front and the front of another card from the same issuer. */
  sibling: number;
  /** The similarity between the card's front and the front of a card from another issuer. */
  stranger: number;
}

/** @param cards the number of cards of each issuer */
export function benchTake(cards: number): void {
  printTitle(`Likeness in a take: ${ISSUERS.length} issuers, ${cards} cards of each`);
  const found = Array.from({ length: cards }, (_, n) =>
    ISSUERS.flatMap((_issuer, i) => look(i, FIRST_SEED + ISSUERS.length * n + i)),
  ).flat();
  printMarkdown(
    ['Small pictures', 'number', '1, 5, 50, 95, 99 %', 'taken for that side'],
    [
      ...NAMES.map((name) =>
        row(
          name,
          found.filter((one) => one.name === name),
          'own',
        ),
      ),
      row('all, with their own side', found, 'own'),
      row('with the other side', found, 'other'),
      row('with another card of the issuer', found, 'sibling'),
      row('with another issuer’s card', found, 'stranger'),
    ],
  );
}

function look(issuer: number, seed: number): Likeness[] {
  const front = drawCard(issuer, seed);
  const code = drawSpecimen('td1', seed).page;
  const random = seeded(seed);
  const held = { roll: 4 * random() - 2, pitch: 6 * random() - 3, yaw: 6 * random() - 3 };
  const page = photographAsJpeg(code, { ...SIDE, ...held }, seed);
  const sides = { page, front: photographAsJpeg(front, { ...SIDE, ...held }, seed + 1) };
  const name = NAMES[seed % NAMES.length] ?? '';
  const moved: View = {
    ...SMALL,
    ...CHANGES[name],
    roll: held.roll + 3 * random() - 1.5,
    pitch: held.pitch + 4 * random() - 2,
    yaw: held.yaw + 4 * random() - 2,
    at: [0.5 + 0.08 * random() - 0.04, 0.5 + 0.08 * random() - 0.04],
  };
  const small = (card: typeof front, t: number) => ({
    t,
    jpeg: photographAsJpeg(card, moved, seed + t),
  });
  const pictures = [
    small(code, 1),
    small(front, 2),
    small(drawCard(issuer, seed + 5_000), 3),
    small(drawCard((issuer + 1) % ISSUERS.length, seed), 4),
  ];
  const seen = lookAtTake({ ...sides, pictures });
  if (!seen.ok) throw new Error(seen.fault);
  const of = (t: number) => seen.pictures.find((one) => one.t === t);
  const [ofCode, ofFront, ofSibling, ofStranger] = [of(1), of(2), of(3), of(4)];
  const others = { sibling: ofSibling?.front ?? -1, stranger: ofStranger?.front ?? -1 };
  return [
    { name, own: ofCode?.page ?? -1, other: ofCode?.front ?? -1, ...others },
    { name, own: ofFront?.front ?? -1, other: ofFront?.page ?? -1, ...others },
  ];
}

function drawCard(issuer: number, seed: number) {
  const of = ISSUERS[issuer];
  if (of === undefined) throw new Error(`There is no issuer ${issuer}.`);
  return drawIssuedCard(of, seed).page;
}

function row(
  name: string,
  of: readonly Likeness[],
  kind: 'own' | 'other' | 'sibling' | 'stranger',
) {
  const values = of.map((one) => one[kind]);
  const alike = values.filter((value) => value >= MIN_LIKENESS).length;
  const at = [0.01, 0.05, 0.5, 0.95, 0.99].map((share) => quantile(values, share).toFixed(2));
  return [name, String(values.length), at.join(' '), interval(alike, values.length)];
}
