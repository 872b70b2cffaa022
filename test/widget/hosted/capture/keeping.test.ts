import { describe, expect, it } from 'vitest';
import { type Action, ACTIONS } from '../../../../src/vision/face/challenge.ts';
import { MAX_COMMITMENTS } from '../../../../src/vision/face/face-wire.ts';
import { AgeSampler, DEVICE_PACE } from '../../../../widget/hosted/capture/age-run.ts';
import { Guide } from '../../../../widget/hosted/capture/guide.ts';
import { commitTo, keepIfNew } from '../../../../widget/hosted/capture/keeping.ts';
import { RELAXED_PACE, USUAL_PACE } from '../../../../widget/hosted/capture/pace.ts';
import { Recorder } from '../../../../widget/hosted/capture/recorder.ts';
import type { PictureRow } from '../../../../widget/hosted/engine/kept-pictures.ts';
import { makeFace, poseTowards, readingOf, STAGE, STRAIGHT } from '../faces.ts';

const FRAME_MS = 1_000 / 30;

/**
 * Returns the face at a given time: the head turns to one side and back in two seconds, then is
 * still for two seconds.
 */
const turning = (ms: number, action: Action = 'turn_left') =>
  makeFace({ pose: poseTowards(action, 25 * Math.max(0, Math.sin((ms / 2_000) * Math.PI))) });

const gapsOf = (rows: readonly PictureRow[]) =>
  rows.slice(1).map(([, t], index) => t - (rows[index]?.[1] ?? 0));

describe('pictures of the movements', () => {
  it.each([15, 24, 30, 60])('are kept ten times a second from a %i Hz camera', (rate) => {
    const recorder = new Recorder(0);
    for (let n = 0; (n * 1_000) / rate <= 10_000; n++) {
      const ms = (n * 1_000) / rate;
      recorder.offer(ms, turning(ms % 2_000), n);
    }
    expect(recorder.pictures.length).toBeLessThanOrEqual(101);
    expect(recorder.pictures.length).toBeGreaterThan(95);
    expect(Math.max(...gapsOf(recorder.pictures))).toBeLessThan(201);
  });

  it('have the time of a sample, each of a different one', () => {
    const recorder = new Recorder(77.7);
    for (let n = 0; n < 300; n++) recorder.offer(n * FRAME_MS, turning(n * FRAME_MS), n);
    const times = new Set(recorder.samples.map(([t]) => t));
    expect(recorder.pictures.filter(([, t]) => !times.has(t))).toEqual([]);
    expect(new Set(recorder.pictures.map(([, t]) => t)).size).toBe(recorder.pictures.length);
  });

  it('belong to the final record, even if the head had moved before and the record was restarted', () => {
    const guide = new Guide({ actions: ['turn_left'], lifetimeMs: 60_000 }, 1_000);
    const taken = new Map<number, number>();
    for (let n = 0; n < 90; n++) {
      const nowMs = 1_000 + n * FRAME_MS;
      taken.set(n, nowMs);
      guide.see(nowMs, n < 40 ? turning(n * FRAME_MS) : makeFace(), n);
    }
    expect(guide.pictures.length).toBeGreaterThan(10);
    const [first, firstMs] = guide.pictures[0] ?? [0, 0];
    expect(first).toBeGreaterThanOrEqual(40);
    for (const [picture, t] of guide.pictures)
      expect(t - firstMs).toBeCloseTo((taken.get(picture) ?? 0) - (taken.get(first) ?? 0), 1);
  });

  it('are few while a head waits at rest, and frequent again once it moves', () => {
    const recorder = new Recorder(0);
    const moveMs = 12_000;
    for (let n = 0; n * FRAME_MS < 14_000; n++) {
      const ms = n * FRAME_MS;
      recorder.offer(ms, ms < moveMs ? makeFace() : turning(ms - moveMs), n);
    }
    const waiting = recorder.pictures.filter(([, t]) => t > 2_000 && t < moveMs);
    expect(waiting.length).toBeLessThanOrEqual(11);
    expect(waiting.length).toBeGreaterThanOrEqual(9);
    const moving = recorder.pictures.filter(([, t]) => t >= moveMs + 300);
    expect(moving.length).toBeGreaterThanOrEqual(15);
  });

  it.each([
    ['a minute', 60_000, USUAL_PACE],
    ['three minutes with more time', 180_000, RELAXED_PACE],
  ])('of three slow movements within %s can all be committed', (_, lifetimeMs, pace) => {
    const recorder = new Recorder(0, pace);
    for (let n = 0; n * FRAME_MS < lifetimeMs; n++) {
      const ms = n * FRAME_MS;
      const sinceMs = ms % (lifetimeMs / 3);
      recorder.offer(
        ms,
        sinceMs > 3_000 && sinceMs < 5_000 ? turning(sinceMs - 3_000) : makeFace(),
        n,
      );
    }
    expect(recorder.pictures.length).toBeLessThanOrEqual(MAX_COMMITMENTS);
  });

  it('do not exist when none are kept', () => {
    const recorder = new Recorder(0);
    for (let n = 0; n < 60; n++) recorder.offer(n * FRAME_MS, turning(n * FRAME_MS, ACTIONS[2]));
    expect(recorder.pictures).toEqual([]);
  });
});

describe('pictures of the age step', () => {
  const see = (sampler: AgeSampler, ms: number, picture?: number) =>
    sampler.see(
      ms,
      {
        ...readingOf(makeFace({ pose: STRAIGHT, ...(sampler.wantsEstimate(ms) && { age: 30 }) })),
        ...(picture !== undefined && { picture }),
      },
      STAGE,
    );

  it('belong to all samples, with their times', () => {
    const sampler = new AgeSampler(DEVICE_PACE);
    for (let n = 0; !sampler.isDone && n < 600; n++) see(sampler, n * FRAME_MS, n);
    expect(sampler.pictures.map(([, t]) => t)).toEqual(sampler.samples.map(({ t }) => t));
  });

  it('start over with the samples after a long pause', () => {
    const sampler = new AgeSampler(DEVICE_PACE);
    for (let n = 0; n < 30; n++) see(sampler, n * FRAME_MS, n);
    for (let n = 300; n < 303; n++) see(sampler, n * FRAME_MS, n);
    expect(sampler.pictures).toHaveLength(1);
    expect(sampler.pictures[0]?.[1]).toBe(0);
    expect(sampler.pictures[0]?.[0]).toBeGreaterThanOrEqual(300);
  });
});

describe('a run', () => {
  it('keeps only pictures whose measurement became a sample', () => {
    const keptNumbers: number[] = [];
    const engine = { keep: (picture: number) => keptNumbers.push(picture) };
    const rows: PictureRow[] = [[4, 0]];
    for (const picture of [4, 5, undefined])
      keepIfNew(engine, rows, { ...readingOf(undefined), ...(picture && { picture }) });
    expect(keptNumbers).toEqual([4]);
  });

  it('mentions no pictures when none is sent', async () => {
    const engine = { commit: () => Promise.reject(new Error('must not be asked')) };
    expect(await commitTo(engine, { step: 'age', nonce: undefined }, [[1, 0]])).toEqual({});
  });
});
