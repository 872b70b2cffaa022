// The face Worker's result for a picture of a document (D-91), computed with the real nets from
// drawn pages in front of a simulated camera. `npm run bench -- face --only=portrait` measures how
// well the Worker distinguishes people.
import { beforeAll, describe, expect, test } from 'vitest';
import type { MeasuredPortrait } from '../../../src/vision/face/face-wire.ts';
import type { KeptFace } from '../../../src/domain/verification/rules/evidence/same-person.ts';
import { SHIPPED_FACE_LIMITS } from '../../../src/config/face-limits.ts';
import { judgePortrait } from '../../../src/domain/verification/rules/document/portrait-match.ts';
import { asKept } from '../../../bench/face/pictures.ts';
import { claimSize, noise, withComponents } from '../../vision/jpeg/jpegs.ts';
import { photographPage, type Portrait } from '../../support/documents/portrait-page.ts';
import { revealed } from '../../support/installation/face-host.ts';
import { faceWorker } from '../../support/puppet/face-worker-for-node.ts';
import { turnHead } from '../../support/puppet/puppet.ts';
import { asTaken } from '../../support/puppet/scenes.ts';
import { loadStill, type Still } from '../../support/puppet/stills.ts';

type Jpeg = Uint8Array<ArrayBuffer>;

const judge = (live: readonly KeptFace[], portrait: MeasuredPortrait) =>
  judgePortrait(live, portrait, SHIPPED_FACE_LIMITS.portrait);

/**
 * The camera's picture is small, because small pages are faster to draw than large ones. The face
 * is as wide, in pixels, as on a card that fills half the width of a normal camera picture.
 */
const PHONE = { width: 640, height: 480, quality: 85, noise: 3, roll: 2, pitch: 5, yaw: -5 };
const CARD = { paper: 'card', isGrey: true } as const;
const SEED = 5;
const NONCE = 'nonce';

let ada: Still;
let eve: Still;
let adaLive: KeptFace[];
let eveLive: KeptFace[];

beforeAll(async () => {
  await faceWorker();
  ada = await loadStill('adult');
  eve = await loadStill('frontal');
  [adaLive, eveLive] = [await live(ada), await live(eve)];
}, 120_000);

/** Returns the face in the photograph, turned to look straight ahead. */
const faceOf = (still: Still): Portrait['face'] => ({
  picture: turnHead(still, {}),
  mesh: still.mesh,
});
const portraitOf = (still: Still): Portrait => ({ face: faceOf(still), x: 5, y: 10, width: 25 });

async function measure(jpeg: Jpeg): Promise<MeasuredPortrait> {
  const { modules, nets } = await faceWorker();
  return modules.measurePortrait(nets, jpeg);
}

/** Returns the face data that the service keeps from three pictures of a person's movements. */
async function live(still: Still): Promise<KeptFace[]> {
  const { modules, nets } = await faceWorker();
  const jpegs = [0, 3, -4].map((yaw, seed) =>
    asKept(asTaken(turnHead(still, { yaw, pitch: 2 }), seed)),
  );
  const pictures = await revealed(NONCE, jpegs);
  const request = { step: 'liveness', nonce: NONCE, pictures } as const;
  return (await modules.measurePictures(nets, request)).flatMap((picture) =>
    picture.ok
      ? [{ ...picture.face.pose, descriptor: Float32Array.from(picture.face.descriptor) }]
      : [],
  );
}

describe('the portrait of a document', () => {
  test('matches the person before the camera, and nobody else', async () => {
    const card = await measure(
      photographPage({ ...CARD, portraits: [portraitOf(ada)] }, PHONE, SEED),
    );
    expect(card).toMatchObject({ ok: true, faces: 1 });
    expect(judge(adaLive, card)).toBe('same');
    expect(judge(eveLive, card)).not.toBe('same');
  });

  test('in colour, on a passport, shows the same face', async () => {
    const portraits = [{ ...portraitOf(eve), width: 35 }];
    const passport = await measure(photographPage({ paper: 'passport', portraits }, PHONE, SEED));
    expect(judge(eveLive, passport)).toBe('same');
    expect(judge(adaLive, passport)).not.toBe('same');
  });

  test('is the widest face, and its ghost image does not count', async () => {
    const ghost = { ...portraitOf(ada), x: 60, y: 20, width: 13, contrast: 0.5 };
    const portraits = [portraitOf(ada), ghost];
    const card = await measure(photographPage({ ...CARD, portraits }, PHONE, SEED));
    expect(card).toMatchObject({ ok: true, faces: 2 });
    expect(judge(adaLive, card)).toBe('same');
  });

  test('is ambiguous when two faces have a similar size', async () => {
    const portraits = [portraitOf(ada), { ...portraitOf(eve), x: 50 }];
    const both = await measure(photographPage({ ...CARD, portraits }, PHONE, SEED));
    expect(both).toEqual({ ok: false, fault: 'several_faces' });
  });

  test('is missing, or too small to compare', async () => {
    const empty = photographPage({ ...CARD, portraits: [] }, PHONE, SEED);
    expect(await measure(empty)).toEqual({ ok: false, fault: 'no_face' });
    const far = { ...PHONE, width: 320, height: 240, share: 0.7 };
    const small = photographPage({ ...CARD, portraits: [portraitOf(ada)] }, far, SEED);
    expect(await measure(small)).toEqual({ ok: false, fault: 'too_small' });
  });

  test('on a page that lies on its side matches nobody else', async () => {
    const view = { ...PHONE, roll: 90, share: 0.6 };
    const card = await measure(
      photographPage({ ...CARD, portraits: [portraitOf(ada)] }, view, SEED),
    );
    // The web page turns a picture upright before sending it. If a picture arrives on its side
    // anyway, the service may request another one, but the portrait must not match anyone except
    // the document's holder.
    expect(judge(eveLive, card)).not.toBe('same');
  });
});

describe('an unusable picture', () => {
  const plain = noise(64, 48);
  test.each([
    ['no JPEG', new Uint8Array(0), 'not_a_jpeg'],
    ['a size that nobody may ask for', claimSize(plain, 65_500, 65_500), 'too_large'],
    [
      'more than a megabyte',
      new Uint8Array([...plain, ...new Uint8Array(1024 * 1024)]),
      'too_large',
    ],
    ['four colours', withComponents(plain, 4), 'unreadable'],
    ['its second half missing', plain.slice(0, plain.length / 2), 'unreadable'],
    ['too few pixels', noise(24, 24), 'unreadable'],
    ['nobody', noise(200, 150), 'no_face'],
  ] as const)('is refused by its bytes: %s', async (_what, jpeg, fault) => {
    expect(await measure(jpeg)).toEqual({ ok: false, fault });
  });
});
