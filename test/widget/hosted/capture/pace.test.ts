import { describe, expect, it } from 'vitest';
import { judgeLiveness } from '../../../../src/domain/verification/rules/liveness/liveness.ts';
import { type Action, MAX_POSE_SAMPLES, type Move } from '../../../../src/vision/face/challenge.ts';
import { Guide } from '../../../../widget/hosted/capture/guide.ts';
import { RELAXED_PACE } from '../../../../widget/hosted/capture/pace.ts';
import { Recorder } from '../../../../widget/hosted/capture/recorder.ts';
import { makeFace, poseTowards } from '../faces.ts';

const LIFETIME_MS = 180_000;
const ACTIONS: Action[] = ['turn_left', 'look_up', 'turn_right'];

/** The times at which a camera's frames are measured, with the jitter of a busy device. */
function* frames(rate: number, lengthMs: number): Generator<number> {
  for (let i = 1; (i * 1000) / rate < lengthMs; i += 1) yield (i * 1000) / rate + (i % 3) * 4;
}

function record(rate: number, lengthMs: number): number[] {
  const recorder = new Recorder(0, RELAXED_PACE);
  for (const t of frames(rate, lengthMs)) recorder.offer(t, makeFace());
  return recorder.samples.map(([t]) => t);
}

/** Simulates a person who waits before each movement and then moves at 8° a second. */
function follow(rate: number, waitMs: number): Guide {
  const guide = new Guide({ actions: ACTIONS, lifetimeMs: LIFETIME_MS }, 0, RELAXED_PACE);
  let degrees = 0;
  let asked: Move | 'neutral' = 'neutral';
  let sinceMs = 0;
  let way: Move = 'turn_left';
  for (const t of frames(rate, LIFETIME_MS)) {
    if (guide.status !== 'running') break;
    const isMoving = t - sinceMs > waitMs || asked === 'neutral';
    if (isMoving) degrees += ((asked === 'neutral' ? -8 : 8) * 1000) / rate / 1000;
    degrees = Math.max(0, Math.min(30, degrees));
    if (asked !== 'neutral') way = asked;
    const pose = poseTowards(way, degrees);
    const shake = { yaw: Math.sin(t * 12.9898) * 0.4, pitch: Math.sin(t * 78.233) * 0.4 };
    const face = { pose: { ...pose, yaw: pose.yaw + shake.yaw, pitch: pose.pitch + shake.pitch } };
    const { action } = guide.see(t, makeFace(face));
    if (action !== asked) sinceMs = t;
    asked = action;
  }
  return guide;
}

describe('the relaxed pace', () => {
  it.each([8, 10, 12, 15, 24, 30])(
    'keeps the samples of a %i Hz camera just below 200 ms apart',
    (rate) => {
      const times = record(rate, 60_000);
      const gaps = times.slice(1).map((t, index) => t - (times[index] ?? 0));
      expect(Math.round(Math.max(...gaps))).toBeLessThanOrEqual(200);
      const sorted = gaps.toSorted((a, b) => a - b);
      expect(sorted[sorted.length >> 1]).toBeLessThan(195);
    },
  );

  it.each([15, 24, 30])('holds two minutes of a %i Hz camera in 900 samples', (rate) => {
    expect(record(rate, 119_000).length).toBeLessThan(MAX_POSE_SAMPLES);
  });

  it.each([10, 15, 30])('lets a slow person pass with a %i Hz camera', (rate) => {
    const guide = follow(rate, 15_000);
    expect(guide.status).toBe('finished');
    const { samples } = guide;
    const elapsedMs = (samples.at(-1)?.[0] ?? 0) + 100;
    expect(elapsedMs).toBeGreaterThan(45_000);
    expect(
      judgeLiveness(samples, { actions: ACTIONS, elapsedMs, lifetimeMs: LIFETIME_MS }),
    ).toMatchObject({ passed: true });
  });

  it('gives up when the record is full, instead of waiting in vain', () => {
    const guide = follow(10, 50_000);
    expect(guide.status).toBe('given_up');
    expect(guide.samples).toHaveLength(MAX_POSE_SAMPLES);
  });
});
