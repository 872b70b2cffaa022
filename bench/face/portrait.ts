// Measures how reliably the portrait on a document can be matched with the person in front of the
// camera. Puppets made from the faces in the packages' demo photographs are printed on drawn pages,
// photographed by a simulated camera, and compared with live pictures of the same person and of
// everybody else. Real photographs of one man, taken on many days, are compared in the same way and
// judged by the same limits.
import { setTimeout } from 'node:timers/promises';
import { SHIPPED_FACE_LIMITS } from '../../src/config/face-limits.ts';
import type { FaceMeasurer, MeasuredPortrait } from '../../src/vision/face/face-wire.ts';
import type { KeptFace } from '../../src/domain/verification/rules/evidence/same-person.ts';
import {
  judgePortrait,
  portraitDistance,
} from '../../src/domain/verification/rules/document/portrait-match.ts';
import type { View } from '../../test/support/documents/camera.ts';
import { photographPage, type Portrait } from '../../test/support/documents/portrait-page.ts';
import { revealed } from '../../test/support/installation/face-host.ts';
import { loadPeople } from '../../test/support/puppet/people.ts';
import { turnHead } from '../../test/support/puppet/puppet.ts';
import { asTaken } from '../../test/support/puppet/scenes.ts';
import { loadStill, type Still } from '../../test/support/puppet/stills.ts';
import { interval } from '../../scripts/calibrate/interval.ts';
import { printTitle, quantile } from '../report.ts';
import { loadAlbum } from './album.ts';
import { asKept } from './pictures.ts';

/**
 * The view in a phone's picture of a document. The picture is smaller than those that the hosted
 * page may send, which makes it faster to draw but no easier to measure.
 */
const PHONE: View = {
  width: 1000,
  height: 750,
  quality: 85,
  noise: 3,
  roll: 1.5,
  pitch: 6,
  yaw: -5,
  blur: 0.8,
};

interface Case {
  paper: 'passport' | 'card';
  isGrey: boolean;
  view: View;
  hasGhost?: boolean;
}

const CARD = { paper: 'card', isGrey: true } as const;

const CASES: Record<string, Case> = {
  'card in grey': { ...CARD, view: PHONE },
  'card with a ghost': { ...CARD, view: PHONE, hasGhost: true },
  'out of focus, 2 px': { ...CARD, view: { ...PHONE, blur: 2 } },
  'out of focus, 4 px': { ...CARD, view: { ...PHONE, blur: 4 } },
  'light 0.35': { ...CARD, view: { ...PHONE, gain: 0.35, noise: 5 } },
  'tilted by 15°, glare': { ...CARD, view: { ...PHONE, pitch: 15, yaw: -15, glare: 0.45 } },
  'passport in colour': { paper: 'passport', isGrey: false, view: PHONE },
};
/**
 * The widths, in pixels, of pictures of a card, in decreasing order, so that the face on the card
 * gets smaller and smaller.
 */
const SMALL_WIDTHS = [560, 400, 320, 260, 200];
/**
 * Yaw and pitch, in degrees, of the live pictures: a head at rest, as between the movements and in
 * the age step.
 */
const LIVE = [
  [0, 0],
  [3, 2],
  [-4, -2],
] as const;
const NONCE = 'portrait';

interface Person {
  still: Still;
  live: KeptFace[];
}

interface Comparison {
  people: readonly [portrait: number, live: number];
  distance: number;
  ruling: ReturnType<typeof judgePortrait>;
}

/** Creates a picture of a document page, as large as those that the hosted page sends. */
export async function largePage(): Promise<Uint8Array<ArrayBuffer>> {
  const still = await loadStill('adult');
  const face = { picture: still.picture, mesh: still.mesh };
  const view = { ...PHONE, width: 1600, height: 1200 };
  return photographPage({ ...CARD, portraits: [{ face, x: 5, y: 10, width: 25 }] }, view, 1);
}

/** @param seed the seed for the simulated prints, cameras and noise */
export async function benchPortrait(host: FaceMeasurer, seed: number): Promise<void> {
  const people: Person[] = [];
  for (const still of await loadPeople())
    people.push({
      still,
      live: await lookAt(
        host,
        LIVE.map((turn, i) => live(still, turn, i)),
      ),
    });
  await benchAlbum(host, seed);
  printTitle(`Portraits of documents, ${people.length} people, one photograph each`);
  printHead();
  const all: Comparison[] = [];
  for (const [name, one] of Object.entries(CASES)) {
    const found = await compare(host, people, one, seed);
    printRow(name, found.comparisons, found.notes);
    all.push(...found.comparisons);
  }
  printRow('all of these', all, '');
  printTitle('Cards in grey, ever smaller');
  printHead();
  for (const width of SMALL_WIDTHS) {
    const view = { ...PHONE, width, height: 0.75 * width };
    const { comparisons, notes } = await compare(host, people, { ...CARD, view }, seed);
    printRow(`${width} px wide`, comparisons, notes);
  }
}

/**
 * Runs the benchmark on real photographs: each photograph of the album's main subject, a man,
 * serves in turn as the portrait on a document. His other photographs and those of other people
 * serve as the live pictures.
 */
async function benchAlbum(host: FaceMeasurer, seed: number): Promise<void> {
  const { man, others } = await loadAlbum();
  const photos: Person[] = [];
  for (const still of [...man, ...others])
    photos.push({ still, live: await lookAt(host, [asKept(still.picture)]) });
  const view = { ...PHONE, width: 640, height: 480 };
  const portraits = await portraitsOf(host, photos.slice(0, man.length), { ...CARD, view }, seed);
  const comparisons = portraits.flatMap((portrait, i) =>
    photos.flatMap(({ live: faces }, j) =>
      i === j ? [] : judge(portrait, faces, [0, Math.max(0, j - man.length + 1)]),
    ),
  );
  printTitle(`${man.length} photographs of one man on many days, and ${others.length} of others`);
  printHead();
  printRow('card in grey', comparisons, notesOf(portraits));
}

const live = (still: Still, [yaw, pitch]: readonly [number, number], variant: number) =>
  asKept(asTaken(turnHead(still, { yaw, pitch }), variant));

async function lookAt(
  host: FaceMeasurer,
  jpegs: readonly Uint8Array<ArrayBuffer>[],
): Promise<KeptFace[]> {
  const pictures = await revealed(NONCE, jpegs);
  const { pictures: measured } = await host.measure({ step: 'liveness', nonce: NONCE, pictures });
  return measured.flatMap((picture) => {
    if (!picture.ok) return [];
    const { pose, descriptor } = picture.face;
    return [{ yaw: pose.yaw, pitch: pose.pitch, descriptor: Float32Array.from(descriptor) }];
  });
}

async function compare(host: FaceMeasurer, people: readonly Person[], one: Case, seed: number) {
  const portraits = await portraitsOf(host, people, one, seed);
  const comparisons = portraits.flatMap((portrait, i) =>
    people.flatMap(({ live: faces }, j) => judge(portrait, faces, [i, j])),
  );
  return { comparisons, notes: notesOf(portraits) };
}

async function portraitsOf(
  host: FaceMeasurer,
  people: readonly Person[],
  { view, hasGhost, ...page }: Case,
  seed: number,
): Promise<MeasuredPortrait[]> {
  const portraits: MeasuredPortrait[] = [];
  for (const [i, { still }] of people.entries()) {
    const face = { picture: turnHead(still, {}), mesh: still.mesh };
    const own: Portrait = { face, x: 5, y: 10, width: page.paper === 'passport' ? 35 : 25 };
    const ghost: Portrait = { face, x: 60, y: 18, width: 13, contrast: 0.45 };
    const drawn = { ...page, portraits: hasGhost === true ? [own, ghost] : [own] };
    const jpeg = photographPage(drawn, view, 1_000 * seed + i);
    // Drawing takes seconds without yielding, and a connection may be closed in the meantime. The
    // pause lets Node notice that before the next request.
    await setTimeout(50);
    portraits.push((await host.measurePortrait({ jpeg })).portrait);
  }
  return portraits;
}

function judge(
  portrait: MeasuredPortrait,
  faces: readonly KeptFace[],
  people: Comparison['people'],
): Comparison[] {
  if (!portrait.ok || faces.length === 0) return [];
  return [
    {
      people,
      distance: portraitDistance(faces, portrait),
      ruling: judgePortrait(faces, portrait, SHIPPED_FACE_LIMITS.portrait),
    },
  ];
}

/**
 * Describes the median width of the measured faces, how many portraits show more than one face, and
 * the faults of the portraits that were not measured.
 */
function notesOf(portraits: readonly MeasuredPortrait[]): string {
  const widths = portraits.flatMap((one) => (one.ok ? [one.widthPx] : []));
  const faults = portraits.flatMap((one) => (one.ok ? [] : [one.fault]));
  const repeated = portraits.filter((one) => one.ok && one.faces > 1).length;
  const counted = [...new Set(faults)].map(
    (fault) => `${fault} ${faults.filter((one) => one === fault).length}`,
  );
  return [
    ...(widths.length > 0 ? [`${quantile(widths, 0.5)} px`] : []),
    ...(repeated > 0 ? [`${repeated} with more faces`] : []),
    ...counted,
  ].join(', ');
}

const printHead = (): void =>
  console.log(
    '| Document | Same person: median 95 % most | Others: least 1 % 5 % | Own: unclear, refused | Others: match, unclear | Notes |',
  );

function printRow(name: string, comparisons: readonly Comparison[], notes: string): void {
  const isSame = ({ people: [one, other] }: Comparison): boolean => one === other;
  const own = comparisons.filter(isSame);
  const others = comparisons.filter((pair) => !isSame(pair));
  const at = (pairs: readonly Comparison[], ...shares: number[]): string =>
    shares
      .map((share) =>
        quantile(
          pairs.map(({ distance }) => distance),
          share,
        ).toFixed(2),
      )
      .join(' ');
  const share = (pairs: readonly Comparison[], ruling: Comparison['ruling']): string =>
    interval(pairs.filter((pair) => pair.ruling === ruling).length, pairs.length);
  const cells = [
    name,
    `${at(own, 0.5, 0.95, 1)} (${own.length})`,
    `${at(others, 0, 0.01, 0.05)} (${others.length})`,
    `${share(own, 'unclear')}; ${share(own, 'other')}`,
    `${share(others, 'same')}; ${share(others, 'unclear')}`,
    notes,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
