// The face Worker's result for a single photograph (D-15), computed with the real nets from
// pictures of puppets in front of a camera. `npm run bench -- face --only=days,views,photo,blocked`
// measures how well the Worker distinguishes people.
import { beforeAll, describe, expect, test } from 'vitest';
import jpegJs from 'jpeg-js';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { asKept } from '../../../bench/face/pictures.ts';
import { claimSize, insertSegment, noise, orientation } from '../../vision/jpeg/jpegs.ts';
import { faceWorker } from '../../support/puppet/face-worker-for-node.ts';
import { turnHead } from '../../support/puppet/puppet.ts';
import { asTaken } from '../../support/puppet/scenes.ts';
import { loadStill, type Still } from '../../support/puppet/stills.ts';

type Jpeg = Uint8Array<ArrayBuffer>;

let ada: Still;
let eve: Still;

beforeAll(async () => {
  await faceWorker();
  [ada, eve] = [await loadStill('adult'), await loadStill('frontal')];
}, 120_000);

async function look(jpeg: Jpeg) {
  const { modules, nets } = await faceWorker();
  return modules.describePhoto(nets, jpeg);
}

async function describeFace(jpeg: Jpeg): Promise<number[]> {
  const found = await look(jpeg);
  if (!found.ok) throw new Error(found.fault);
  return found.descriptor;
}

const apart = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(...a.map((value, i) => value - (b[i] ?? 0)));

const seen = (still: Still, yaw: number, variant: number) =>
  asTaken(turnHead(still, { yaw, pitch: 2 }), variant);

/** Encodes two pictures side by side as one JPEG. */
function joined(a: Picture, b: Picture): Jpeg {
  const width = a.width + b.width;
  const data = Buffer.alloc(width * a.height * 4, 255);
  for (let y = 0; y < a.height; y++)
    for (const [from, left] of [
      [a, 0],
      [b, a.width],
    ] as const) {
      const row = from.data.subarray(4 * y * from.width, 4 * (y + 1) * from.width);
      data.set(row, 4 * (y * width + left));
    }
  return new Uint8Array(jpegJs.encode({ data, width, height: a.height }, 85).data);
}

/** Turns the picture by 90° to the left, the way a phone stores an upright photograph. */
function stored({ data, width, height }: Picture): Jpeg {
  const turned = Buffer.alloc(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = 4 * (y * width + x);
      turned.set(data.subarray(from, from + 4), 4 * ((width - 1 - x) * height + y));
    }
  const jpeg = jpegJs.encode({ data: turned, width: height, height: width }, 85).data;
  return insertSegment(new Uint8Array(jpeg), 0xe1, orientation(6));
}

describe('a photograph', () => {
  test('is recognised as the person it shows, and as nobody else', async () => {
    const [one, again, other] = [
      await describeFace(asKept(seen(ada, 0, 0))),
      await describeFace(asKept(seen(ada, 6, 1))),
      await describeFace(asKept(seen(eve, 0, 0))),
    ];
    expect(one).toHaveLength(1024);
    expect(Math.hypot(...one)).toBeCloseTo(1, 5);
    expect(apart(one, again)).toBeLessThan(0.6);
    expect(apart(one, other)).toBeGreaterThan(0.9);
  });

  test('stored on its side by the phone shows the same face', async () => {
    const picture = seen(ada, 0, 0);
    const upright = new Uint8Array(jpegJs.encode(asBuffer(picture), 85).data);
    const turned = await describeFace(stored(picture));
    expect(apart(await describeFace(upright), turned)).toBeLessThan(0.2);
  });

  test('four times as large in each direction shows the same face', async () => {
    const picture = seen(ada, 0, 0);
    const large = asKept(picture, 2_560);
    expect(large.length).toBeGreaterThan(100_000);
    const usual = await describeFace(asKept(picture, 640));
    expect(apart(usual, await describeFace(large))).toBeLessThan(0.2);
  });

  test('of two people is refused', async () => {
    const both = joined(seen(ada, 0, 0), seen(eve, 0, 0));
    expect(await look(both)).toEqual({ ok: false, fault: 'several_faces' });
  });

  test('of a person who looks away is refused', async () => {
    const away = asKept(turnHead(eve, { yaw: 32, pitch: 0 }));
    expect(await look(away)).toEqual({ ok: false, fault: 'turned_away' });
  });

  test('of a face far away is refused', async () => {
    const far = asKept(seen(ada, 0, 0), 128);
    expect(await look(far)).toEqual({
      ok: false,
      fault: expect.stringMatching(/^(too_small|no_face)$/),
    });
  });

  test.each([
    ['no JPEG', new Uint8Array(0), 'not_a_jpeg'],
    ['26 megapixels', claimSize(noise(64, 48), 5_200, 5_000), 'too_large'],
    ['half of one', noise(64, 48).slice(0, 900), 'unreadable'],
    ['too few pixels', noise(24, 24), 'unreadable'],
    ['nobody', noise(200, 150), 'no_face'],
  ] as const)('is refused by its bytes: %s', async (_what, jpeg, fault) => {
    expect(await look(jpeg)).toEqual({ ok: false, fault });
  });
});

const asBuffer = ({ data, width, height }: Picture) => ({
  data: Buffer.from(data),
  width,
  height,
});
