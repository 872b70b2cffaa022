// Pictures of a person in place of the front of a card. Each goes through the service's checks in
// order: the comparison with the hashes of pictures that the session has already received, the face
// Worker's measurement of the portrait, the documents Worker's search for a card, and the rules. An
// earlier version accepted each of these pictures together with the code of any person's
// card.
import jpegJs from 'jpeg-js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { hasOwnPicture } from '../../../src/domain/verification/own-pictures.ts';
import { judgeFront } from '../../../src/domain/verification/rules/document/front.ts';
import { SHIPPED_FACE_LIMITS } from '../../../src/config/face-limits.ts';
import { judgePortrait } from '../../../src/domain/verification/rules/document/portrait-match.ts';
import type { KeptFace } from '../../../src/domain/verification/rules/evidence/same-person.ts';
import type { SessionRecord } from '../../../src/domain/verification/rules/session/session.ts';
import { lookAtFront } from '../../../src/workers/documents/look-at-front.ts';
import { asKept } from '../../../bench/face/pictures.ts';
import type { KnownText } from '../../../src/vision/documents/document-check.ts';
import type { View } from '../../support/documents/camera.ts';
import { photographPage } from '../../support/documents/portrait-page.ts';
import { inventHolder } from '../../support/documents/specimens.ts';
import { loadFieldReader } from '../../support/documents/weights.ts';
import { revealed } from '../../support/installation/face-host.ts';
import { faceWorker } from '../../support/puppet/face-worker-for-node.ts';
import { turnHead } from '../../support/puppet/puppet.ts';
import type { Holder } from '../../vision/documents/mrz-zones.ts';
import { asTaken, flatPhoto } from '../../support/puppet/scenes.ts';
import { loadStill, type Still } from '../../support/puppet/stills.ts';

type Jpeg = Uint8Array<ArrayBuffer>;

const PHONE: View = { width: 900, height: 675, quality: 85, noise: 3, roll: 2, pitch: 5, yaw: -5 };
const NONCE = 'nonce';
const SEED = 7;
const fields = loadFieldReader();

let still: Still;
/** A picture taken during the movements. */
let own: Jpeg;
let live: KeptFace[];
let record: SessionRecord;

beforeAll(async () => {
  const { modules, nets } = await faceWorker();
  still = await loadStill('adult');
  const take = (yaw: number) => asKept(asTaken(turnHead(still, { yaw, pitch: 2 }), yaw + 4));
  own = take(0);
  const jpegs = [own, take(3), take(-4)];
  const pictures = await revealed(NONCE, jpegs);
  const measured = await modules.measurePictures(nets, {
    step: 'liveness',
    nonce: NONCE,
    pictures,
  });
  live = measured.flatMap((picture) =>
    picture.ok
      ? [{ ...picture.face.pose, descriptor: Float32Array.from(picture.face.descriptor) }]
      : [],
  );
  const received = [{ step: 'liveness', nonce: NONCE, pictures }];
  record = { received: { pictures: { received } } } as unknown as SessionRecord;
}, 120_000);

/** The holder of the card whose code is shown with the picture. */
const HOLDER = inventHolder(SEED);
const textOf = ({ number, birthDate, surname, givenNames }: Holder): KnownText => ({
  number,
  birthDate,
  surname,
  givenNames,
});

async function judge(front: Jpeg, level?: 'strict'): Promise<string> {
  if (await hasOwnPicture(record, [front])) return 'own picture';
  const { modules, nets } = await faceWorker();
  const portrait = modules.measurePortrait(nets, front);
  if (!portrait.ok) return portrait.fault;
  const known = textOf(HOLDER);
  const seen = lookAtFront(fields, { jpeg: front, face: portrait.face, known });
  if (!seen.ok) return seen.fault;
  const ruling = judgeFront(live, portrait, { cards: seen.cards }, level);
  return ruling === 'document'
    ? judgePortrait(live, portrait, SHIPPED_FACE_LIMITS.portrait)
    : ruling;
}

const encode = ({ data, width, height }: Picture, quality: number): Jpeg =>
  new Uint8Array(jpegJs.encode({ data: Buffer.from(data), width, height }, quality).data);

/** Cuts a part out of the session's own picture; all values are fractions of the picture's size. */
function cut(x: number, y: number, w: number, h: number): Picture {
  const { data, width, height } = jpegJs.decode(own, { useTArray: true });
  const [left, top] = [Math.round(x * width), Math.round(y * height)];
  const [across, down] = [Math.round(w * width), Math.round(h * height)];
  const part = new Uint8Array(4 * across * down);
  for (let row = 0; row < down; row++) {
    const from = 4 * ((top + row) * width + left);
    part.set(data.subarray(from, from + 4 * across), 4 * row * across);
  }
  return { data: part, width: across, height: down };
}

const selfie = (yaw: number, pitch: number, seed: number): Picture =>
  asTaken(turnHead(still, { yaw, pitch }), seed);

const shown = (
  paper: 'phone' | 'phoneLying' | 'print',
  x: number,
  y: number,
  width: number,
): Jpeg =>
  photographPage(
    {
      paper,
      isGrey: true,
      isBlank: true,
      portraits: [{ face: { picture: turnHead(still, {}), mesh: still.mesh }, x, y, width }],
    },
    PHONE,
    7,
  );

describe('an image instead of the front of a card', () => {
  test.each([
    ['the very bytes of a picture of the movements', () => own],
    ['the same picture, written again', () => encode(cut(0, 0, 1, 1), 60)],
    ['the same, cut around the face', () => encode(cut(0.2, 0.1, 0.6, 0.8), 80)],
    [
      'the same, cut as a card with the face at its left',
      () => encode(cut(0.3, 0.1, 0.7, 0.6), 80),
    ],
    ['another selfie of the person', () => encode(selfie(6, -3, 50), 85)],
    ['one that is tilted', () => encode(flatPhoto(selfie(0, 0, 51), { yaw: 25 }), 85)],
    ['the face on a telephone that stands', () => shown('phone', 4, 30, 63)],
    ['the face on a telephone that lies', () => shown('phoneLying', 20, 3, 50)],
    ['the face on a print of 15 by 10 cm', () => shown('print', 8, 8, 60)],
    ['a small print of it, where a card has its portrait', () => shown('print', 8, 20, 35)],
  ])('%s passes nobody', async (_, make) => {
    expect(['own picture', 'not_a_document', 'unclear']).toContain(await judge(make()));
  });
});

describe('the front of a card with the person’s own portrait', () => {
  const cardOf = (holder: Holder): Jpeg => {
    const face = { picture: turnHead(still, {}), mesh: still.mesh };
    const portraits = [{ face, x: 5, y: 12, width: 24 }];
    return photographPage({ paper: 'card', isGrey: true, portraits, holder }, PHONE, SEED);
  };
  const other = inventHolder(SEED + 4);

  test('passes with its own code, at the level strict too', async () => {
    expect(await judge(cardOf(HOLDER))).toBe('same');
    expect(await judge(cardOf(HOLDER), 'strict')).toBe('same');
  });

  test('passes nobody with somebody else’s code', async () => {
    expect(await judge(cardOf(other))).toBe('unread');
  });

  test('passes nobody with a relative’s code, which has the same surname', async () => {
    expect(await judge(cardOf({ ...other, surname: HOLDER.surname }))).toBe('unread');
  });

  test('passes nobody at the level strict when one of the three compared fields was overwritten', async () => {
    const { number } = HOLDER;
    expect(await judge(cardOf({ ...other, number }), 'strict')).toBe('unread');
  });

  test('passes at the level strict when only the number differs, as on a replaced card', async () => {
    const { number } = other;
    expect(await judge(cardOf({ ...HOLDER, number }), 'strict')).toBe('same');
  });
});
