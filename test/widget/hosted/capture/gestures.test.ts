// Gestures in front of the camera: opening the mouth, coming closer, and skipping a gesture.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { judgeLiveness } from '../../../../src/domain/verification/rules/liveness/liveness.ts';
import { type Gesture, GESTURES, type Move } from '../../../../src/vision/face/challenge.ts';
import type { CaptureView } from '../../../../widget/hosted/capture/view.ts';
import { Guide } from '../../../../widget/hosted/capture/guide.ts';
import { LivenessRun } from '../../../../widget/hosted/capture/liveness-run.ts';
import type { PageController } from '../../../../widget/hosted/page-controller.ts';
import { makeFace, poseTowards, readingOf, STAGE, STRAIGHT } from '../faces.ts';

const LIFETIME_MS = 60_000;
const FRAME_MS = 1000 / 30;

const shake = (pose: typeof STRAIGHT, seed: number) => ({
  ...pose,
  yaw: pose.yaw + Math.sin(seed * 12.9898) * 0.4,
  pitch: pose.pitch + Math.sin(seed * 78.233) * 0.4,
});

/**
 * Simulates a face that follows the guide's instructions within half a second, but performs each
 * movement only up to the fraction `most`.
 */
function follow(actions: readonly Move[], most = 1) {
  const guide = new Guide({ actions, lifetimeMs: LIFETIME_MS }, 0);
  const seen: { message: string; hint?: string | undefined; gesture?: Gesture | undefined }[] = [];
  let way: Move = 'open_mouth';
  let share = 0;
  for (let t = 100; guide.status === 'running' && t < LIFETIME_MS; t += FRAME_MS) {
    const turn = way === 'look_up' ? poseTowards('look_up', 25 * share) : STRAIGHT;
    const face = makeFace({
      pose: shake(turn, t),
      mouth: 0.03 + (way === 'open_mouth' ? 0.6 * share : 0),
      width: 0.25 * (1 + (way === 'come_closer' ? 0.6 * share : 0)),
    });
    const { action, message, hint, gesture } = guide.see(t, face, Math.round(t));
    if (seen.at(-1)?.message !== message) seen.push({ message, hint, gesture });
    if (action === 'neutral') share = Math.max(0, share - 0.07);
    else {
      way = action;
      share = Math.min(most, share + 0.07);
    }
  }
  return { guide, seen };
}

describe('the guide', () => {
  it.each([
    ['open_mouth', 'close_mouth'],
    ['come_closer', 'move_back'],
  ] as const)('leads through %s and back, and the server accepts the record', (gesture, back) => {
    const actions = [gesture, 'look_up'] as const;
    const { guide, seen } = follow(actions);
    expect(guide.status).toBe('finished');
    expect(seen.map(({ message }) => message)).toEqual([
      'hold_still',
      gesture,
      back,
      'look_up',
      'return',
      'one_moment',
    ]);
    const { samples } = guide;
    const elapsedMs = (samples.at(-1)?.[0] ?? 0) + 100;
    const issued = { actions, elapsedMs, lifetimeMs: LIFETIME_MS };
    expect(judgeLiveness(samples, issued)).toMatchObject({ passed: true });
  });

  it('names a gesture that can be skipped while it is requested, and no turn', () => {
    const { seen } = follow(['come_closer', 'look_up']);
    expect(seen.filter(({ gesture }) => gesture).map(({ message }) => message)).toEqual([
      'come_closer',
    ]);
  });

  it('does not continue while the gesture is too small', () => {
    const { guide } = follow(['open_mouth', 'look_up'], 0.4);
    expect(guide.status).toBe('given_up');
  });

  it.each([
    ['open_mouth', 8],
    ['come_closer', 7],
  ] as const)('records %s with %d numbers per sample', (gesture, length) => {
    const { guide } = follow([gesture]);
    expect(new Set(guide.samples.map((row) => row.length))).toEqual(new Set([length]));
  });

  it.each(GESTURES)('keeps pictures of %s as often as those of a turn', (gesture) => {
    const { guide } = follow([gesture, 'look_up']);
    const peaks = guide.samples.filter((row) =>
      gesture === 'open_mouth' ? (row[7] ?? 0) > 0.35 : row[6] > 0.35,
    );
    const [from, to] = [peaks[0]?.[0] ?? NaN, peaks.at(-1)?.[0] ?? NaN];
    const kept = guide.pictures.filter(([, t]) => from <= t && t <= to);
    expect(kept.length).toBeGreaterThan((to - from) / 1000 / 0.16);
  });
});

describe('a run', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** @param height the height of the face, as a fraction of the picture */
  function begin(height = 0.45) {
    const requestChallenge = vi.fn<(wishes: object) => Promise<object>>(() =>
      Promise.resolve({ challenge_id: 'c', actions: ['open_mouth'], expires_in_ms: 60_000 }),
    );
    const views: CaptureView[] = [];
    const controller = {
      flow: { state: { view: { measured: 'device' }, relaxed: false, unlit: false } },
      session: { requestChallenge },
      camera: { speed: { perSecond: 30, isSlow: false, isTooSlow: false }, oval: { see() {} } },
    };
    const run = new LivenessRun(
      controller as unknown as PageController,
      () => STAGE,
      (view) => void views.push(view),
    );
    const look = async (frames: number) => {
      for (let frame = 0; frame < frames; frame += 1) {
        vi.advanceTimersByTime(FRAME_MS);
        run.onReading(performance.now(), readingOf(makeFace({ height })));
        await Promise.resolve();
      }
    };
    return { run, requestChallenge, views, look };
  }

  it.each([
    [0.45, ['open_mouth', 'come_closer']],
    [0.7, ['open_mouth']],
  ])(
    'does not ask a face of height %d to come closer than the picture allows',
    async (height, gestures) => {
      const { requestChallenge, look } = begin(height);
      await look(60);
      expect(requestChallenge).toHaveBeenCalledExactlyOnceWith({ gestures });
    },
  );

  it('skips a gesture, says so, and requests another challenge without it', async () => {
    const { run, requestChallenge, views, look } = begin();
    await look(60);
    expect(views.at(-1)).toMatchObject({ message: 'open_mouth', gesture: 'open_mouth' });
    run.leaveOut('open_mouth');
    expect(views.at(-1)).toMatchObject({ message: 'hold_still', hint: 'left_out' });
    await look(60);
    expect(requestChallenge).toHaveBeenCalledTimes(2);
    expect(requestChallenge).toHaveBeenLastCalledWith({
      gestures: ['open_mouth', 'come_closer'],
      without: ['open_mouth'],
    });
  });
});
