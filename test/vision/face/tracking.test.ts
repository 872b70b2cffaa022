import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { REACH_DEGREES } from '../../../src/vision/face/challenge.ts';
import type { FaceEngine, TrackedFace } from '../../../src/vision/face/face-engine.ts';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { loadEngine } from '../../support/puppet/engine-for-node.ts';
import { framePicture, type Shot } from '../../support/puppet/frames.ts';
import type { HeadPose } from '../../support/puppet/puppet.ts';
import type { StillName } from '../../support/puppet/stills.ts';

/**
 * The number of pictures from one detection to the next. The value is not imported, because
 * face-engine.ts would load tfjs.
 */
const DETECT_EVERY = 3;

let engine: FaceEngine;

beforeAll(async () => {
  engine = await loadEngine();
});

beforeEach(() => engine.reset());

async function look(shot: Shot): Promise<TrackedFace> {
  const reading = engine.track(await framePicture(shot));
  if (!reading) throw new Error(`No face in ${JSON.stringify(shot)}.`);
  return reading;
}

describe('a head that turns', () => {
  test.each([
    ['to its own left', { yaw: 25 }, 'yaw', 25],
    ['to its own right', { yaw: -25 }, 'yaw', -25],
    ['up', { pitch: -25 }, 'pitch', -25],
    ['down', { pitch: 25 }, 'pitch', 25],
    ['not at all', {}, 'yaw', 0],
    ['not at all', {}, 'pitch', 0],
  ] as const)('%s measures that angle on that axis', async (_, pose, axis, degrees) => {
    const reading = await look({ pose });
    expect(Math.abs(reading.pose[axis] - degrees)).toBeLessThan(5);
    const other = axis === 'yaw' ? 'pitch' : 'yaw';
    expect(Math.abs(reading.pose[other])).toBeLessThan(8);
  });

  test('is tracked from rest to the side and back', async () => {
    const angles = [0, 5, 10, 15, 20, 25, 20, 10, 0];
    const measured: number[] = [];
    for (const yaw of angles) measured.push((await look({ pose: { yaw } })).pose.yaw);
    for (const [i, yaw] of angles.entries()) {
      expect(Math.abs((measured[i] ?? NaN) - yaw)).toBeLessThan(5);
    }
  });

  test.each<StillName>(['adult', 'young', 'frontal'])(
    'reaches every angle of the challenge: %s',
    async (still) => {
      const poseOf = async (pose: HeadPose) => {
        engine.reset();
        return (await look({ still, pose })).pose;
      };
      const rest = await poseOf({});
      const reached = {
        left: (await poseOf({ yaw: 25 })).yaw - rest.yaw,
        right: rest.yaw - (await poseOf({ yaw: -25 })).yaw,
        up: rest.pitch - (await poseOf({ pitch: -30 })).pitch,
        down: (await poseOf({ pitch: 25 })).pitch - rest.pitch,
      };
      for (const degrees of Object.values(reached)) expect(degrees).toBeGreaterThan(REACH_DEGREES);
    },
  );
});

describe('a head that turns faster than the frame rate', () => {
  test('is measured correctly in the first picture after the turn', async () => {
    await look({});
    const { pose } = await look({ pose: { pitch: -30 } });
    expect(pose.pitch).toBeLessThan(-20);
    expect(Math.abs(pose.yaw)).toBeLessThan(5);
  });

  // Regression test: the tracker used to try only one more crop. It could then find a mesh next to
  // the face and keep following that mesh.
  test.each<[from: HeadPose, to: HeadPose]>([
    [{ pitch: 15 }, { pitch: -25 }],
    [{ pitch: -25 }, { pitch: 25 }],
    [{ yaw: 25 }, { yaw: -25 }],
    [{ yaw: 25 }, {}],
  ])('from %j to %j is measured as if it had been there before', async (from, to) => {
    await look({ pose: to });
    const { pose: wanted } = await look({ pose: to, variant: 1 });
    engine.reset();
    await look({ pose: from });
    const { pose } = await look({ pose: to });
    expect(Math.hypot(pose.yaw - wanted.yaw, pose.pitch - wanted.pitch)).toBeLessThan(5);
  });
});

describe('a flat photograph', () => {
  test.each([-35, -20, 20, 35])('turned by %i degrees barely appears to turn', async (yaw) => {
    const rest = await look({ scene: 'photo' });
    const turned = await look({ scene: 'photo', pose: { yaw } });
    expect(Math.abs(turned.pose.yaw - rest.pose.yaw)).toBeLessThan(6);
  });

  test.each([-30, 30])('tilted by %i degrees barely appears to nod', async (pitch) => {
    const rest = await look({ scene: 'photo' });
    const tilted = await look({ scene: 'photo', pose: { pitch } });
    expect(Math.abs(tilted.pose.pitch - rest.pose.pitch)).toBeLessThan(8);
  });
});

describe('tracking', () => {
  test('reports no face in front of an empty wall', async () => {
    expect(engine.track(await framePicture({ scene: 'nobody' }))).toBeUndefined();
  });

  test('loses a face immediately when it leaves, and finds it again when it returns', async () => {
    const wall = await framePicture({ scene: 'nobody' });
    await look({});
    expect(engine.track(wall)).toBeUndefined();
    expect(engine.track(wall)).toBeUndefined();
    expect((await look({ variant: 1 })).score).toBeGreaterThan(0.9);
  });

  test('continues when the face jumps to another place', async () => {
    const frame = await framePicture({});
    const before = engine.track(frame);
    const after = engine.track(shiftRight(frame, 300));
    expect((after?.box[0] ?? 0) - (before?.box[0] ?? 0)).toBeGreaterThan(200);
  });

  test('finds a face that stepped back in the first picture', async () => {
    const before = await look({});
    const after = engine.track(shrink(await framePicture({}), 0.3));
    const heightOf = ({ box }: TrackedFace) => box[3] - box[1];
    expect(after && heightOf(after) / heightOf(before)).toBeCloseTo(0.3, 1);
  });

  test('searches thoroughly when the quick search after a loss finds nothing', async () => {
    const tiny = shrink(await framePicture({}), 0.17);
    await look({});
    expect(engine.track(tiny)).toBeUndefined();
    expect(engine.track(tiny)).toBeDefined();
  });

  test('finds a face upright in a rotated picture', async () => {
    const lying = await framePicture({});
    const [wide] = engine.detect(lying);
    const [narrow] = engine.detect(cutMiddle(lying, 360));
    const cutAway = (lying.width - 360) / 2;
    for (const [i, coordinate] of (wide?.box ?? []).entries()) {
      const expected = coordinate - (i % 2 === 0 ? cutAway : 0);
      expect(Math.abs((narrow?.box[i] ?? NaN) - expected)).toBeLessThan(8);
    }
    expect(narrow?.box).toHaveLength(4);
  });

  test('notices a second face within a tenth of a second, and notices when it leaves', async () => {
    const alone = await look({});
    expect(alone.faces).toBe(1);
    const two = await framePicture({ scene: 'two' });
    const one = await framePicture({});
    expect(facesAfter(DETECT_EVERY + 1, two)).toBe(2);
    expect(facesAfter(DETECT_EVERY + 1, one)).toBe(1);
  });

  test('notices a second face in the next picture when it checks every picture', async () => {
    await look({});
    const two = await framePicture({ scene: 'two' });
    expect(engine.track(two, { detectEvery: 1 })?.faces).toBe(2);
    expect(engine.hasJustDetected).toBe(true);
    engine.track(two, { detectEvery: 5 });
    expect(engine.hasJustDetected).toBe(false);
  });

  test('counts two faces from the first picture', async () => {
    expect((await look({ scene: 'two' })).faces).toBe(2);
  });

  test('measures a face the same after detection and after long tracking', async () => {
    const frame = await framePicture({});
    const found = engine.track(frame);
    let followed = found;
    for (let i = 0; i < 20; i++) followed = engine.track(frame);
    expect(Math.abs((followed?.pose.yaw ?? NaN) - (found?.pose.yaw ?? NaN))).toBeLessThan(1);
    expect(Math.abs((followed?.pose.pitch ?? NaN) - (found?.pose.pitch ?? NaN))).toBeLessThan(1);
  });
});

describe('a reading', () => {
  test('distinguishes light from dark', async () => {
    expect((await look({})).brightness).toBeGreaterThan(90);
    engine.reset();
    expect((await look({ scene: 'dark' })).brightness).toBeLessThan(30);
  });

  test.each<[StillName, number, number]>([
    ['adult', 33, 43],
    ['young', 14, 23],
    ['frontal', 20, 27],
  ])('estimates the age of %s: between %i and %i years', async (still, atLeast, atMost) => {
    const ages: number[] = [];
    for (const variant of [0, 1, 2]) {
      const frame = await framePicture({ still, variant });
      const reading = engine.track(frame);
      if (reading) ages.push(engine.estimateAge(frame, reading));
    }
    expect(ages).toHaveLength(3);
    expect(Math.min(...ages)).toBeGreaterThan(atLeast);
    expect(Math.max(...ages)).toBeLessThan(atMost);
    expect(Math.max(...ages) - Math.min(...ages)).toBeLessThan(3);
  });

  test.each(['detect', 'track', 'estimateAge'] as const)(
    'of a picture whose data does not match its size is refused: %s',
    async (method) => {
      const { mesh } = await look({});
      const torn: Picture = { data: new Uint8ClampedArray(1000), width: 640, height: 480 };
      expect(() => engine[method](torn, { mesh })).toThrow(/needs 1228800 RGBA bytes, got 1000/);
    },
  );

  test('differs between frames that differ only in noise', async () => {
    const yaws = new Set<number>();
    for (const variant of [0, 1, 2]) yaws.add((await look({ variant })).pose.yaw);
    expect(yaws.size).toBe(3);
  });
});

function facesAfter(pictures: number, picture: Picture): number | undefined {
  let faces: number | undefined;
  for (let i = 0; i < pictures; i++) faces = engine.track(picture)?.faces;
  return faces;
}

/** Shifts the picture to the right and fills the gap on the left by repeating the left edge. */
function shiftRight({ data, width, height }: Picture, pixels: number): Picture {
  const shifted = new Uint8ClampedArray(data.length);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = pixel % width;
    const from = pixel - x + Math.max(0, x - pixels);
    shifted.set(data.subarray(from * 4, from * 4 + 4), pixel * 4);
  }
  return { data: shifted, width, height };
}

/** Scales the picture down and places it in the middle of a grey picture. */
function shrink({ data, width, height }: Picture, share: number): Picture {
  const small = { data: new Uint8ClampedArray(data.length).fill(128), width, height };
  const firstX = Math.round((width * (1 - share)) / 2);
  const firstY = Math.round((height * (1 - share)) / 2);
  for (let y = 0; y < Math.floor(height * share); y++) {
    for (let x = 0; x < Math.floor(width * share); x++) {
      const from = (Math.floor(y / share) * width + Math.floor(x / share)) * 4;
      small.data.set(data.subarray(from, from + 4), ((firstY + y) * width + firstX + x) * 4);
    }
  }
  return small;
}

/** Returns the given number of columns from the middle of the picture. */
function cutMiddle({ data, width, height }: Picture, columns: number): Picture {
  const cut = new Uint8ClampedArray(columns * height * 4);
  const left = (width - columns) / 2;
  for (let y = 0; y < height; y++) {
    const from = (y * width + left) * 4;
    cut.set(data.subarray(from, from + columns * 4), y * columns * 4);
  }
  return { data: cut, width: columns, height };
}
