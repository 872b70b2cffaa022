import { describe, expect, it } from 'vitest';
import { readEstimates } from '../../../../src/domain/verification/rules/age/age.ts';
import {
  isFrontal,
  MAX_FRONTAL_DEGREES,
  MIN_AGE_SAMPLES,
  MIN_EDGE_AGE_SPAN_MS,
} from '../../../../src/vision/face/age-evidence.ts';
import { MAX_POSE_SAMPLES } from '../../../../src/vision/face/challenge.ts';
import { AgeSampler, DEVICE_PACE, EDGE_PACE } from '../../../../widget/hosted/capture/age-run.ts';
import { framingOf, onStage } from '../../../../widget/hosted/capture/framing.ts';
import { Recorder } from '../../../../widget/hosted/capture/recorder.ts';
import { RestFinder } from '../../../../widget/hosted/capture/resting.ts';
import { readingOf, makeFace, STAGE, STRAIGHT } from '../faces.ts';

describe('recorder', () => {
  it.each([15, 24, 30, 60])('keeps at most 15 samples per second of a %i Hz camera', (rate) => {
    const recorder = new Recorder(0);
    for (let t = 0; t <= 10_000; t += 1000 / rate) recorder.offer(t, makeFace());
    expect(recorder.samples.length).toBeLessThanOrEqual(151);
    expect(recorder.samples.length).toBeGreaterThan(rate === 24 ? 110 : 145);
  });

  it('keeps the rate of a camera with jitter', () => {
    const recorder = new Recorder(0);
    for (let i = 0; i < 150; i += 1) recorder.offer((i * 1000) / 15 + (i % 2) * 6, makeFace());
    expect(recorder.samples.length).toBeGreaterThan(140);
  });

  it('does not catch up after a pause', () => {
    const recorder = new Recorder(0);
    recorder.offer(0, makeFace());
    for (let t = 1_000; t < 1_500; t += 10) recorder.offer(t, makeFace());
    expect(recorder.samples.length).toBeLessThanOrEqual(10);
  });

  it('stops at 900 samples', () => {
    const recorder = new Recorder(0);
    for (let t = 0; t < 90_000; t += 70) recorder.offer(t, makeFace());
    expect(recorder.samples).toHaveLength(MAX_POSE_SAMPLES);
  });

  it('rounds times and angles to 2 decimals and positions to 4, and counts time from the start', () => {
    const recorder = new Recorder(1_000);
    const pose = { yaw: 1.23456, pitch: -2.34567, roll: 0.999_999 };
    const row = recorder.offer(1_012.3456, makeFace({ pose, x: 0.123_456, width: 0.333_333 }));
    expect(row).toEqual([12.35, 1.23, -2.35, 1, 0.1235, 0.5, 0.3333]);
  });

  it('accepts nothing from before the start', () => {
    expect(new Recorder(1_000).offer(999, makeFace())).toBeUndefined();
  });
});

describe('framing', () => {
  it('accepts a face in the oval that looks straight ahead', () => {
    expect(framingOf(makeFace(), STAGE)).toBe('ok');
  });

  it.each([
    ['no_face', undefined],
    ['two_faces', makeFace({ faces: 2 })],
    ['too_dark', makeFace({ brightness: 20 })],
    ['too_far', makeFace({ height: 0.2 })],
    ['too_close', makeFace({ height: 0.95 })],
    ['off_center', makeFace({ x: 0.3 })],
    ['off_center', makeFace({ y: 0.15 })],
    ['look_straight', makeFace({ pose: { ...STRAIGHT, yaw: 20 } })],
  ] as const)('reports %s', (framing, face) => {
    expect(framingOf(face, STAGE)).toBe(framing);
  });

  it('reports darkness rather than a missing face in a dark picture', () => {
    expect(framingOf(undefined, STAGE, 8)).toBe('too_dark');
    expect(framingOf(undefined, STAGE, 90)).toBe('no_face');
  });

  it('reports the most important problem first', () => {
    expect(framingOf(makeFace({ faces: 2, brightness: 10, height: 0.1 }), STAGE)).toBe('two_faces');
  });

  it('accepts a phone held low: a constant pitch is not a nod', () => {
    expect(framingOf(makeFace({ pose: { yaw: 0, pitch: -18, roll: 0 } }), STAGE)).toBe('ok');
  });

  it('measures positions on the stage, which shows only the middle of a wide picture', () => {
    expect(onStage({ x: 0.5 + 0.28125, y: 0.5, height: 0.4 }, STAGE).x).toBeCloseTo(1);
    const tall = { pictureAspect: 9 / 16, stageAspect: 3 / 4 };
    const place = onStage({ x: 0.5, y: 0.5 + 0.375, height: 0.3 }, tall);
    expect([place.x, place.y]).toEqual([0.5, 1]);
    expect(place.height).toBeCloseTo(0.4);
  });
});

describe('resting pose', () => {
  it('is the median of half a second without movement', () => {
    const rest = new RestFinder();
    for (let t = 0; t < 480; t += 40) expect(rest.see(t, STRAIGHT).resting).toBeUndefined();
    rest.see(480, { ...STRAIGHT, yaw: 5 });
    expect(rest.see(520, STRAIGHT)).toEqual({ progress: 1, resting: STRAIGHT });
  });

  it('starts over when the head moves', () => {
    const rest = new RestFinder();
    for (let t = 0; t <= 400; t += 40) rest.see(t, STRAIGHT);
    expect(rest.see(440, { ...STRAIGHT, yaw: 20 }).progress).toBe(0);
  });
});

describe('age sampler', () => {
  const sample = (sampler: AgeSampler, face: ReturnType<typeof makeFace> | undefined, t: number) =>
    sampler.see(
      t,
      readingOf(face && sampler.wantsEstimate(t) ? { ...face, age: 31.234 } : face),
      STAGE,
    );

  it('collects twelve estimates over more than two seconds, then is done', () => {
    const sampler = new AgeSampler(DEVICE_PACE);
    let t = 0;
    for (; !sampler.isDone && t < 20_000; t += 33) sample(sampler, makeFace(), t);
    const { samples } = sampler;
    expect(samples.length).toBeGreaterThanOrEqual(DEVICE_PACE.samples);
    expect(samples[0]).toEqual({ t: 0, age: 31.23, yaw: 2, pitch: -4, score: 0.99 });
    expect(samples.at(-1)?.t).toBeGreaterThanOrEqual(2_000);
    const gaps = samples.slice(1).map((row, index) => row.t - (samples[index]?.t ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(150);
    expect(sampler.progress).toBe(1);
  });

  it('takes only a moment when the pictures are measured at the edge, and estimates nothing', () => {
    const sampler = new AgeSampler(EDGE_PACE);
    let t = 0;
    for (; !sampler.isDone && t < 20_000; t += 33) {
      expect(sampler.wantsEstimate(t)).toBe(false);
      sampler.see(t, readingOf(makeFace()), STAGE);
    }
    expect(t).toBeLessThan(1_000);
    const { samples } = sampler;
    expect(samples.length).toBeGreaterThanOrEqual(MIN_AGE_SAMPLES);
    expect(samples.at(-1)?.t).toBeGreaterThanOrEqual(MIN_EDGE_AGE_SPAN_MS);
    expect(samples[0]).toEqual({ t: 0, yaw: 2, pitch: -4, score: 0.99 });
  });

  it('does not estimate a turned head, an unsure face or a second face', () => {
    const sampler = new AgeSampler(DEVICE_PACE);
    const see = (t: number, over: Parameters<typeof makeFace>[0]) =>
      sampler.see(t, readingOf(makeFace({ age: 30, ...over })), STAGE);
    const turned = { ...STRAIGHT, yaw: MAX_FRONTAL_DEGREES + 1 };
    expect(see(0, { pose: turned })).toBe('look_straight');
    expect(see(40, { score: 0.4 })).toBe('no_face');
    expect(see(80, { faces: 2 })).toBe('two_faces');
    expect(sampler.wantsEstimate(120)).toBe(false);
    expect(sampler.samples).toHaveLength(0);
  });

  it('accepts a phone held low, and sends only what the server uses', () => {
    const sampler = new AgeSampler(DEVICE_PACE);
    let t = 0;
    for (; !sampler.isDone && t < 20_000; t += 33) {
      const age = 30 + Math.sin(t);
      const pose = { yaw: 0, pitch: -22 + 12 * Math.sin(t / 700), roll: 0 };
      sampler.see(
        t,
        readingOf(makeFace({ pose, ...(sampler.wantsEstimate(t) && { age }) })),
        STAGE,
      );
    }
    const { samples } = sampler;
    expect(Math.min(...samples.map(({ pitch }) => pitch))).toBeLessThan(-24);
    expect(samples.filter((sample) => !isFrontal(sample))).toEqual([]);
    expect(readEstimates(samples, t)).toBeGreaterThanOrEqual(25);
  });

  it('starts over after a long pause', () => {
    const sampler = new AgeSampler(DEVICE_PACE);
    for (let t = 0; t < 1_000; t += 33) sample(sampler, makeFace(), t);
    for (let t = 9_000; t < 9_100; t += 33) sample(sampler, makeFace(), t);
    expect(sampler.samples).toHaveLength(1);
    expect(sampler.samples[0]?.t).toBe(0);
  });
});
