// Whether the front of a card is told from a picture of a person: drawn cards with faces of the packages' photographs, on
// tables before a simulated camera; and selfies, as they are, cut, and on screens. Distances of the faces beside it: of cards, and
// of copies of a picture of the session itself.
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

/** As a phone has the stage of the page, smaller, which is sooner drawn and no easier. */
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
  pictures: Jpeg[];
}

/** @param seed of prints, cameras and tables */
export async function benchFronts(host: FaceMeasurer, seed: number, films?: string): Promise<void> {
  const people: Person[] = [];
  for (const still of await loadPeople()) {
    const pictures = [0, 3, -4].map((yaw, i) =>
      asKept(asTaken(turnHead(still, { yaw, pitch: 2 }), i)),
    );
    people.push({ still, pictures, live: await lookAt(host, pictures) });
  }
  await benchCards(host, people, seed);
  await benchSelfies(host, people, seed);
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

async function judge(host: FaceMeasurer, jpeg: Jpeg, live: readonly KeptFace[]): Promise<Judged> {
  const { portrait } = await host.measurePortrait({ jpeg });
  if (!portrait.ok) return { ruling: 'no_face', apart: NaN };
  const seen = lookAtFront({ jpeg, face: portrait.face });
  if (!seen.ok) throw new Error(seen.fault);
  if (process.env['DEBUG'])
    console.log(JSON.stringify(seen.cards), portrait.face, portrait.picture);
  return {
    ruling: judgeFront(live, portrait, { cards: seen.cards }),
    apart: nearestOf(live, portrait),
  };
}

export async function benchCards(host: FaceMeasurer, people: readonly Person[], seed: number) {
  printTitle('Fronts of cards that count, by what they lie on and how they are seen');
  const all: Judged[] = [];
  const by = new Map<string, Judged[]>();
  let n = 0;
  for (const [name, change] of Object.entries(VIEWS))
    for (const table of TABLES) {
      const { still, live } = people[n++ % people.length] as Person;
      const face = { picture: turnHead(still, {}), mesh: still.mesh };
      const isStanding = n % 7 === 0;
      const portraits = [
        isStanding
          ? { face, x: 12, y: 12, width: 27 }
          : { face, x: 5, y: 12, width: 22 + (n % 3) * 2 },
      ];
      const view = { ...PHONE, ...change, table };
      const paper = isStanding ? 'standing' : 'card';
      const jpeg = photographPage({ paper, isGrey: true, portraits }, view, 1000 * seed + n);
      const judged = await judge(host, jpeg, live);
      if (judged.ruling !== 'document')
        console.log(`  ${name}, ${table}, ${paper}, n=${n}: ${judged.ruling}`);
      if (process.env['OUT'])
        await (
          await import('node:fs/promises')
        ).writeFile(`${process.env['OUT']}/${judged.ruling}-${n}.jpg`, jpeg);
      all.push(judged);
      for (const key of [name, table]) by.set(key, [...(by.get(key) ?? []), judged]);
    }
  for (const [key, judged] of by) printRow(key, judged);
  printRow('all', all);
  const apart = all.flatMap((one) => (one.ruling === 'no_face' ? [] : [one.apart]));
  console.log(
    `nearest of the own faces: least ${Math.min(...apart).toFixed(3)}, 1 % ${quantile(apart, 0.01).toFixed(3)}, median ${quantile(apart, 0.5).toFixed(3)}`,
  );
}

function printRow(name: string, judged: readonly Judged[]): void {
  const count = (ruling: string) => judged.filter((one) => one.ruling === ruling).length;
  console.log(
    `| ${name} | ${interval(count('document'), judged.length)} | ${count('unclear')} | ${count('not_a_document')} | ${count('no_face')} | ${judged.length} |`,
  );
}

/** Of a picture a part, by shares, drawn anew. */
function cut(
  picture: Picture,
  [x, y, w, h]: readonly [number, number, number, number],
  width: number,
): Picture {
  const [pw, ph] = [w * picture.width, h * picture.height];
  const height = Math.round((width * ph) / pw);
  const side = Math.max(pw, ph);
  const crop = {
    cx: (x + w / 2) * picture.width,
    cy: (y + h / 2) * picture.height,
    side,
    angle: 0,
  };
  const size = { width, height };
  const rgb = sampleBand(picture, crop, size, { scale: 1, offset: [0, 0, 0] });
  const data = new Uint8Array(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) data.set(rgb.subarray(3 * i, 3 * i + 3), 4 * i);
  return { data, width, height };
}

const toJpeg = ({ data, width, height }: Picture, quality: number): Jpeg =>
  new Uint8Array(jpegJs.encode({ data: Buffer.from(data), width, height }, quality).data);

const decode = (jpeg: Uint8Array): Picture => jpegJs.decode(jpeg, { useTArray: true });

export async function benchSelfies(host: FaceMeasurer, people: readonly Person[], seed: number) {
  printTitle('Pictures of a person in place of a front');
  const cases: Record<string, (person: Person, n: number) => Jpeg> = {
    'the picture itself': ({ pictures: [own] }) => own as Jpeg,
    'written again, JPEG 60': ({ pictures: [own] }) => toJpeg(decode(own as Jpeg), 60),
    'cut, and written again': ({ pictures: [own] }) =>
      toJpeg(cut(decode(own as Jpeg), [0.15, 0.1, 0.7, 0.8], 640), 80),
    'cut as a card, the face at its left': ({ pictures: [own] }) =>
      toJpeg(cut(decode(own as Jpeg), [0.3, 0.1, 0.7, 0.62], 1000), 85),
    'made larger, 1,600 px': ({ pictures: [own] }) =>
      toJpeg(cut(decode(own as Jpeg), [0, 0, 1, 1], 1600), 85),
    'another selfie of the person': ({ still }, n) =>
      toJpeg(asTaken(turnHead(still, { yaw: 6, pitch: -3 }), 50 + n), 85),
    'the same from further away': ({ still }, n) =>
      toJpeg(far(asTaken(turnHead(still, { yaw: 1 }), 70 + n)), 85),
  };
  const apart: Record<string, number[]> = {};
  for (const [name, make] of Object.entries(cases)) {
    const judged: Judged[] = [];
    for (const [n, person] of people.entries())
      judged.push(await judge(host, make(person, n), person.live));
    printRow(name, judged);
    apart[name] = judged.flatMap((one) => (one.ruling === 'no_face' ? [] : [one.apart]));
  }
  for (const [n, shape] of (['standing', 'lying', 'print'] as const).entries()) {
    const judged: Judged[] = [];
    for (const [i, { still, live }] of people.entries()) {
      const face = { picture: turnHead(still, {}), mesh: still.mesh };
      judged.push(await judge(host, onScreen(face, shape, seed + i), live));
    }
    printRow(
      ['on a phone that stands', 'on a phone that lies', 'a print of 15 by 10 cm'][n] ?? '',
      judged,
    );
  }
  for (const [name, distances] of Object.entries(apart))
    console.log(
      `${name}: nearest, most ${Math.max(...distances).toFixed(3)}, median ${quantile(distances, 0.5).toFixed(3)}, least ${Math.min(...distances).toFixed(3)}`,
    );
  const { man, others } = await loadAlbum();
  const judged: Judged[] = [];
  for (const { picture } of [...man, ...others])
    judged.push(await judge(host, asKept(picture), people[0]?.live ?? []));
  printRow('photographs of a contact sheet', judged);
  const photos: Judged[] = [];
  for (const name of ['body', 'human', ...[1, 2, 3, 4, 5, 6].map((i) => `sample${i}.jpg`)]) {
    const photo = await loadPhoto(name);
    for (const part of [
      [0, 0, 1, 1],
      [0, 0, 0.6, 0.6],
      [0.4, 0, 0.6, 0.6],
      [0.2, 0.1, 0.6, 0.6],
    ] as const)
      photos.push(await judge(host, toJpeg(cut(photo, part, 1000), 85), people[0]?.live ?? []));
  }
  printRow('photographs of rooms and people', photos);
}

/** The person at a third of the size, in a room. */
function far(picture: Picture): Picture {
  const small = cut(picture, [0, 0, 1, 1], 640);
  return small;
}

function onScreen(
  face: { picture: Picture; mesh: Still['mesh'] },
  shape: 'standing' | 'lying' | 'print',
  seed: number,
): Jpeg {
  const at = {
    standing: { x: 4, y: 30, width: 63 },
    lying: { x: 20, y: 3, width: 50 },
    print: { x: 8, y: 8, width: 60 },
  }[shape];
  const paper = ({ standing: 'phone', lying: 'phoneLying', print: 'print' } as const)[shape];
  return photographPage(
    { paper, isBlank: true, isGrey: true, portraits: [{ face, ...at }] },
    { ...PHONE, table: 'wood' },
    seed,
  );
}

/** @param folder with JPEGs of frames of films of real people */
export async function benchFilms(host: FaceMeasurer, folder: string) {
  const judged: Judged[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    const jpeg = new Uint8Array(await readFile(join(folder, name)));
    const one = await judge(host, toJpeg(decode(jpeg), 85), []);
    if (one.ruling === 'document') console.log(`  ${name}`);
    judged.push(one);
  }
  printRow('frames of films', judged);
}
