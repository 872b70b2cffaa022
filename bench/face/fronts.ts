// Measures whether the front of a card is accepted and a mere picture of a person is refused. Cards
// with faces from the demo photographs of installed packages are drawn and placed on tables in
// front of a simulated camera; selfies are shown unchanged, cropped, and on screens. It also prints
// the distances between the faces in these pictures and the session's live faces, for cards and for
// selfies of the same person.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jpegJs from 'jpeg-js';
import type { FaceMeasurer } from '../../src/vision/face/face-wire.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { sampleBand } from '../../src/vision/face/sampler.ts';
import { judgeFront, nearestOf } from '../../src/domain/verification/rules/document/front.ts';
import type { KeptFace } from '../../src/domain/verification/rules/evidence/same-person.ts';
import { lookAtFront } from '../../src/workers/documents/look-at-front.ts';
import type { View } from '../../test/support/documents/camera.ts';
import { photographPage } from '../../test/support/documents/portrait-page.ts';
import type { TableName } from '../../test/support/documents/tables.ts';
import { loadFieldReader } from '../../test/support/documents/weights.ts';
import { revealed } from '../../test/support/installation/face-host.ts';
import { loadPeople } from '../../test/support/puppet/people.ts';
import { turnHead } from '../../test/support/puppet/puppet.ts';
import { asTaken } from '../../test/support/puppet/scenes.ts';
import { loadPhoto, type Still } from '../../test/support/puppet/stills.ts';
import { interval } from '../../scripts/calibrate/interval.ts';
import { printTitle, quantile } from '../report.ts';
import { loadAlbum } from './album.ts';
import { asKept } from './pictures.ts';

type Jpeg = Uint8Array<ArrayBuffer>;

/**
 * The view in a phone's picture of a card. The picture is smaller than those that the hosted page
 * sends, which makes it faster to draw but no easier to measure.
 */
const PHONE: View = {
  width: 1000,
  height: 750,
  quality: 85,
  noise: 3,
  roll: 1.5,
  pitch: 5,
  yaw: -4,
  blur: 0.8,
};
const VIEWS: Record<string, Partial<View>> = {
  'as a phone has it': {},
  'smaller, beside the middle': { share: 0.6, at: [0.44, 0.55] },
  'filling the picture': { share: 0.95, pitch: 2, yaw: 1, roll: 0.5 },
  'one side cut off by 2 %': { share: 0.9, at: [0.57, 0.5], pitch: 1, yaw: 0, roll: 0 },
  'tilted by 15°': { pitch: 15, yaw: -15 },
  'tilted by 25°': { pitch: -25, yaw: 20, share: 0.8 },
  'rolled by 10°': { roll: 10, share: 0.8 },
  'out of focus, 1.5 px': { blur: 1.5 },
  'out of focus, 2.5 px': { blur: 2.5 },
  'moved by 6 px': { motion: 6 },
  'mild glare': { glare: 0.45 },
  'light 0.35': { gain: 0.35, noise: 5 },
  'JPEG 50': { quality: 50 },
};
const TABLES: readonly TableName[] = [
  'wood',
  'dark',
  'grey',
  'cloth',
  'boards',
  'papers',
  'carpet',
  'pale',
  'white',
];
const NONCE = 'fronts';

interface Person {
  still: Still;
  live: KeptFace[];
  /** One of the pictures taken during the movements of the session. */
  own: Jpeg;
}

/**
 * @param seed the seed for the prints, cameras and tables
 * @param films a folder of film frames as JPEGs
 */
export async function benchFronts(host: FaceMeasurer, seed: number, films?: string): Promise<void> {
  const people: Person[] = [];
  for (const still of await loadPeople()) {
    const [own, ...others] = ([0, 3, -4] as const).map((yaw, i) =>
      asKept(asTaken(turnHead(still, { yaw, pitch: 2 }), i)),
    );
    if (own) people.push({ still, own, live: await lookAt(host, [own, ...others]) });
  }
  await benchCards(host, people, seed);
  const judged = await benchOwn(host, people);
  await benchShown(host, people, seed);
  await benchPhotographs(host, people);
  printDistances(judged);
  if (films !== undefined) await benchFilms(host, films);
}

async function lookAt(host: FaceMeasurer, jpegs: readonly Jpeg[]): Promise<KeptFace[]> {
  const pictures = await revealed(NONCE, jpegs);
  const { pictures: measured } = await host.measure({ step: 'liveness', nonce: NONCE, pictures });
  return measured.flatMap((picture) => {
    if (!picture.ok) return [];
    const { pose, descriptor } = picture.face;
    return [{ yaw: pose.yaw, pitch: pose.pitch, descriptor: Float32Array.from(descriptor) }];
  });
}

interface Judged {
  ruling: ReturnType<typeof judgeFront> | 'no_face';
  apart: number;
}

const ANYBODY = { number: '', birthDate: '1974-08-12', surname: '', givenNames: '' };
const ALL_FOUND = { number: true, birthDate: true, name: true };
const fields = loadFieldReader();

async function judge(host: FaceMeasurer, jpeg: Jpeg, live: readonly KeptFace[]): Promise<Judged> {
  const { portrait } = await host.measurePortrait({ jpeg });
  if (!portrait.ok) return { ruling: 'no_face', apart: NaN };
  const seen = lookAtFront(fields, { jpeg, face: portrait.face, known: ANYBODY });
  if (!seen.ok) throw new Error(seen.fault);
  // Treats every text as found; `npm run bench -- documents --of=text` measures how often a text is
  // found.
  const cards = seen.cards.map((card) => ({ ...card, text: ALL_FOUND }));
  return {
    ruling: judgeFront(live, portrait, { cards }),
    apart: nearestOf(live, portrait),
  };
}

async function benchCards(
  host: FaceMeasurer,
  people: readonly Person[],
  seed: number,
): Promise<void> {
  printTitle('Fronts of cards that count, by what they lie on and how they are seen');
  const all: Judged[] = [];
  const by = new Map<string, Judged[]>();
  const shown = Object.entries(VIEWS).flatMap(([name, change]) =>
    TABLES.map((table) => ({ name, table, view: { ...PHONE, ...change, table } })),
  );
  for (const [i, { name, table, view }] of shown.entries()) {
    const n = i + 1;
    const [person] = people.slice(i % people.length);
    if (person === undefined) continue;
    const jpeg = drawCard(person.still, n, view, 1000 * seed + n);
    const judged = await judge(host, jpeg, person.live);
    all.push(judged);
    for (const key of [name, table]) by.set(key, [...(by.get(key) ?? []), judged]);
  }
  for (const [key, judged] of by) printRow(key, judged);
  printRow('all', all);
  printDistances({ 'cards of the very photograph': all });
}

/** Draws a card and photographs it; every seventh card is in portrait orientation. */
function drawCard(still: Still, n: number, view: View, seed: number): Jpeg {
  const face = faceOf(still);
  const isStanding = n % 7 === 0;
  const portrait = isStanding
    ? { face, x: 12, y: 12, width: 27 }
    : { face, x: 5, y: 12, width: 22 + (n % 3) * 2 };
  const paper = isStanding ? 'standing' : 'card';
  return photographPage({ paper, isGrey: true, portraits: [portrait] }, view, seed);
}

const faceOf = (still: Still) => ({ picture: turnHead(still, {}), mesh: still.mesh });

function printRow(name: string, judged: readonly Judged[]): void {
  const count = (ruling: string) => judged.filter((one) => one.ruling === ruling).length;
  const others = ['unclear', 'not_a_document', 'no_face'].map(count).join(' | ');
  console.log(
    `| ${name} | ${interval(count('document'), judged.length)} | ${others} | ${judged.length} |`,
  );
}

function printDistances(judged: Record<string, readonly Judged[]>): void {
  for (const [name, rows] of Object.entries(judged)) {
    const apart = rows.flatMap((one) => (one.ruling === 'no_face' ? [] : [one.apart]));
    const [least, median, most] = [0, 0.5, 1].map((share) => quantile(apart, share).toFixed(3));
    console.log(`${name}, nearest face: least ${least}, median ${median}, most ${most}`);
  }
}

/**
 * Cuts out the area with the given corner and size, as shares of the picture, and scales it to the
 * given width in px.
 */
function cut(
  picture: Picture,
  [x, y, w, h]: readonly [x: number, y: number, w: number, h: number],
  width: number,
): Picture {
  const [across, down] = [w * picture.width, h * picture.height];
  const height = Math.round((width * down) / across);
  const crop = {
    cx: (x + w / 2) * picture.width,
    cy: (y + h / 2) * picture.height,
    side: Math.max(across, down),
    angle: 0,
  };
  const rgb = sampleBand(picture, crop, { width, height }, { scale: 1, offset: [0, 0, 0] });
  const data = new Uint8Array(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) data.set(rgb.subarray(3 * i, 3 * i + 3), 4 * i);
  return { data, width, height };
}

const toJpeg = ({ data, width, height }: Picture, quality: number): Jpeg =>
  new Uint8Array(jpegJs.encode({ data: Buffer.from(data), width, height }, quality).data);

const decode = (jpeg: Uint8Array): Picture => jpegJs.decode(jpeg, { useTArray: true });

const OWN: Record<string, (person: Person, n: number) => Jpeg> = {
  'a picture of the movements': ({ own }) => own,
  'written again, JPEG 60': ({ own }) => toJpeg(decode(own), 60),
  'cut, and written again': ({ own }) => toJpeg(cut(decode(own), [0.15, 0.1, 0.7, 0.8], 640), 80),
  'cut as a card, the face at its left': ({ own }) =>
    toJpeg(cut(decode(own), [0.3, 0.1, 0.7, 0.62], 1000), 85),
  'made larger, 1,600 px': ({ own }) => toJpeg(cut(decode(own), [0, 0, 1, 1], 1600), 85),
  'another selfie': ({ still }, n) =>
    toJpeg(asTaken(turnHead(still, { yaw: 6, pitch: -3 }), 50 + n), 85),
  'another one, looking ahead': ({ still }, n) =>
    toJpeg(asTaken(turnHead(still, { yaw: 1 }), 70 + n), 85),
};

async function benchOwn(
  host: FaceMeasurer,
  people: readonly Person[],
): Promise<Record<string, Judged[]>> {
  printTitle('Pictures of a person in place of a front');
  const all: Record<string, Judged[]> = {};
  for (const [name, make] of Object.entries(OWN)) {
    const judged: Judged[] = [];
    for (const [n, person] of people.entries())
      judged.push(await judge(host, make(person, n), person.live));
    printRow(name, judged);
    all[name] = judged;
  }
  return all;
}

/** Objects that show a picture of a face, and where on each object the picture is, in mm. */
const SHOWN_ON = {
  'on a phone that stands': { paper: 'phone', x: 4, y: 30, width: 63 },
  'on a phone that lies': { paper: 'phoneLying', x: 20, y: 3, width: 50 },
  'on a print of 15 by 10 cm': { paper: 'print', x: 8, y: 8, width: 60 },
} as const;

async function benchShown(
  host: FaceMeasurer,
  people: readonly Person[],
  seed: number,
): Promise<void> {
  for (const [name, { paper, ...place }] of Object.entries(SHOWN_ON)) {
    const judged: Judged[] = [];
    for (const [n, { still, live }] of people.entries()) {
      const page = { paper, isBlank: true, isGrey: true } as const;
      const portraits = [{ face: faceOf(still), ...place }];
      judged.push(await judge(host, photographPage({ ...page, portraits }, PHONE, seed + n), live));
    }
    printRow(name, judged);
  }
}

const PHOTOS = ['body', 'human', ...[1, 2, 3, 4, 5, 6].map((i) => `sample${i}.jpg`)];
const PARTS = [
  [0, 0, 1, 1],
  [0, 0, 0.6, 0.6],
  [0.4, 0, 0.6, 0.6],
  [0.2, 0.1, 0.6, 0.6],
] as const;

async function benchPhotographs(host: FaceMeasurer, people: readonly Person[]): Promise<void> {
  const live = people[0]?.live ?? [];
  const { man, others } = await loadAlbum();
  const cells: Judged[] = [];
  for (const { picture } of [...man, ...others])
    cells.push(await judge(host, asKept(picture), live));
  printRow('photographs of a contact sheet', cells);
  const rooms: Judged[] = [];
  for (const name of PHOTOS) {
    const photo = await loadPhoto(name);
    for (const part of PARTS)
      rooms.push(await judge(host, toJpeg(cut(photo, part, 1000), 85), live));
  }
  printRow('photographs of rooms and people', rooms);
}

async function benchFilms(host: FaceMeasurer, folder: string): Promise<void> {
  const judged: Judged[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    const jpeg = toJpeg(decode(new Uint8Array(await readFile(join(folder, name)))), 85);
    judged.push(await judge(host, jpeg, []));
  }
  printRow('frames of films', judged);
}
