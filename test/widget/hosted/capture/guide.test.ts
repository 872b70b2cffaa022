import { describe, expect, it } from 'vitest';
import { judgeLiveness } from '../../../../src/domain/verification/rules/liveness/liveness.ts';
import {
  ACTIONS,
  type Action,
  angleOf,
  isAside,
  isGesture,
} from '../../../../src/vision/face/challenge.ts';
import { Guide } from '../../../../widget/hosted/capture/guide.ts';
import type { Guidance } from '../../../../widget/hosted/capture/guidance.ts';
import { makeFace, poseTowards, STRAIGHT } from '../faces.ts';

const LIFETIME_MS = 60_000;
const FRAME_MS = 1000 / 30;

/** A head that turns as the guide instructs, 3° per frame, in front of a 30 Hz camera. */
class Head {
  guide: Guide;
  nowMs = 1_000;
  now: Guidance | undefined;
  seen: string[] = [];
  #degrees = 0;
  #way: Action = 'turn_left';

  readonly #asideDegrees: number;

  constructor(actions: Action[], asideDegrees = 15) {
    this.#asideDegrees = asideDegrees;
    this.guide = new Guide({ actions, asideDegrees, lifetimeMs: LIFETIME_MS }, this.nowMs);
  }

  frame(face: ReturnType<typeof makeFace> | undefined): Guidance {
    this.nowMs += FRAME_MS;
    const guidance = this.guide.see(this.nowMs, face);
    this.now = guidance;
    if (this.seen.at(-1) !== guidance.message) this.seen.push(guidance.message);
    return guidance;
  }

  follow(answer: (asked: Action) => Action = (asked) => asked): Guidance {
    const asked = this.now?.action ?? 'neutral';
    if (asked === 'neutral' || isGesture(asked)) this.#degrees = Math.max(0, this.#degrees - 3);
    else {
      this.#way = answer(asked);
      this.#degrees += 3;
    }
    return this.frame(makeFace({ pose: shake(poseTowards(this.#way, this.#degrees), this.nowMs) }));
  }

  run(step: () => void, limitMs = 70_000): void {
    const end = this.nowMs + limitMs;
    while (this.guide.status === 'running' && this.nowMs < end) step();
  }

  verdict(actions: readonly Action[]) {
    const { samples } = this.guide;
    return judgeLiveness(samples, {
      actions,
      asideDegrees: this.#asideDegrees,
      elapsedMs: (samples.at(-1)?.[0] ?? 0) + 100,
      lifetimeMs: LIFETIME_MS,
    });
  }
}

const shake = (pose: typeof STRAIGHT, seed: number) => ({
  ...pose,
  yaw: pose.yaw + Math.sin(seed * 12.9898) * 0.4,
  pitch: pose.pitch + Math.sin(seed * 78.233) * 0.4,
});

const opposite: Record<Action, Action> = {
  turn_left: 'turn_right',
  turn_right: 'turn_left',
  look_up: 'look_down',
  look_down: 'look_up',
};

describe('guide', () => {
  it.each(ACTIONS)('leads through %s and back, and the server accepts the record', (action) => {
    const head = new Head([action]);
    head.run(() => head.follow());
    expect(head.guide.status).toBe('finished');
    expect(head.seen).toEqual(['hold_still', action, 'return', 'one_moment']);
    expect(head.verdict([action])).toMatchObject({ passed: true });
  });

  it.each(ACTIONS)('leads further to a side if the challenge asks for that: %s', (action) => {
    const ledTo = (asideDegrees: number): number => {
      const head = new Head([action], asideDegrees);
      head.run(() => head.follow());
      expect(head.verdict([action])).toMatchObject({ passed: true });
      return Math.max(...head.guide.samples.map(([, yaw, pitch]) => angleOf({ yaw, pitch })));
    };
    const further = ledTo(25) - ledTo(15);
    expect(further).toBeGreaterThan(isAside(action) ? 8 : -1);
    expect(further).toBeLessThan(isAside(action) ? 14 : 1);
  });

  it('waits for a head that looks straight ahead: a turned head is not at rest', () => {
    const head = new Head(['turn_left']);
    const aside = () =>
      head.frame(makeFace({ pose: shake(poseTowards('turn_left', 25), head.nowMs) }));
    for (let frame = 0; frame < 60; frame += 1) expect(aside().message).toBe('hold_still');
    head.run(() => head.follow());
    expect(head.verdict(['turn_left'])).toMatchObject({ passed: true });
  });

  it('leads through three actions in order, each after a return to rest', () => {
    const actions: Action[] = ['look_down', 'turn_right', 'turn_left'];
    const head = new Head(actions);
    head.run(() => head.follow());
    expect(head.seen).toEqual([
      'hold_still',
      'look_down',
      'return',
      'turn_right',
      'return',
      'turn_left',
      'return',
      'one_moment',
    ]);
    expect(head.verdict(actions)).toMatchObject({ passed: true });
  });

  it('requests no movement before the head has been still for half a second', () => {
    const head = new Head(['turn_left']);
    for (let yaw = 0; yaw < 60; yaw += 1) {
      const guidance = head.frame(makeFace({ pose: { ...STRAIGHT, yaw: (yaw * 3) % 40 } }));
      expect(guidance.message).toBe('hold_still');
    }
  });

  it('fills the ring with the degrees, and hints when a little is missing', () => {
    const head = new Head(['turn_left']);
    while (head.now?.action !== 'turn_left') head.follow();
    for (let i = 0; i < 4; i += 1) head.frame(makeFace({ pose: poseTowards('turn_left', 8) }));
    expect(head.now).toMatchObject({ message: 'turn_left', hint: 'further' });
    expect(head.now?.progress).toBeCloseTo(0.5, 1);
  });

  it('warns that the head moves the wrong way while it can still be corrected', () => {
    const head = new Head(['turn_left']);
    while (head.now?.action !== 'turn_left') head.follow();
    for (let i = 0; i < 4; i += 1) head.frame(makeFace({ pose: poseTowards('turn_right', 11) }));
    expect(head.now).toMatchObject({ message: 'turn_left', hint: 'other_way', progress: 0 });
    head.run(() => head.follow());
    expect(head.guide.status).toBe('finished');
  });

  it('gives up after a clearly wrong movement, with a record that shows it to the server', () => {
    const head = new Head(['turn_left', 'look_up']);
    head.run(() => head.follow((asked) => opposite[asked]));
    expect(head.guide.status).toBe('given_up');
    expect(head.verdict(['turn_left', 'look_up'])).toEqual({
      passed: false,
      problem: 'wrong_movement',
    });
  });

  it('gives up when a movement does not come within 20 seconds', () => {
    const head = new Head(['look_up']);
    head.run(() => head.frame(makeFace({ pose: shake(STRAIGHT, head.nowMs) })));
    expect(head.guide.status).toBe('given_up');
    expect(head.nowMs).toBeLessThan(1_000 + 22_000);
    expect(head.verdict(['look_up'])).toEqual({ passed: false, problem: 'movement_not_seen' });
  });

  it('gives up before the challenge ends, so that the answer still arrives in time', () => {
    const head = new Head(['turn_left']);
    head.run(() => head.frame(makeFace({ pose: { ...STRAIGHT, yaw: (head.nowMs / 5) % 40 } })));
    expect(head.guide.status).toBe('given_up');
    expect(head.nowMs).toBeLessThan(1_000 + LIFETIME_MS - 3_000);
  });

  it('reports a missing face after a second, and fails when it does not return', () => {
    const head = new Head(['turn_left']);
    while (head.now?.action !== 'turn_left') head.follow();
    const lostMs = head.nowMs;
    while (head.nowMs < lostMs + 900) expect(head.frame(undefined).message).toBe('turn_left');
    while (head.nowMs < lostMs + 1_100) head.frame(undefined);
    expect(head.now?.message).toBe('no_face');
    head.run(() => head.frame(undefined));
    expect(head.nowMs - lostMs).toBeLessThan(1_500);
  });

  it('does not judge what a slow machine missed, and blames nobody', () => {
    const head = new Head(['turn_left']);
    while (head.now?.action !== 'turn_left') head.follow();
    head.follow();
    head.nowMs += 1_600;
    head.follow();
    expect(head.guide.status).toBe('stalled');
  });

  it('does not judge either when the face is missing in the first picture after the gap', () => {
    const head = new Head(['turn_left']);
    while (head.now?.action !== 'turn_left') head.follow();
    head.nowMs += 1_000;
    head.run(() => head.frame(undefined));
    expect(head.guide.status).toBe('stalled');
  });

  it('judges a face that stayed away while pictures arrived', () => {
    const head = new Head(['turn_left']);
    while (head.now?.action !== 'turn_left') head.follow();
    for (let i = 0; i < 12; i += 1) head.follow();
    head.run(() => head.frame(undefined));
    expect(head.guide.status).toBe('given_up');
  });

  it('restarts the record after a gap in which nothing was requested', () => {
    const head = new Head(['turn_left']);
    for (let i = 0; i < 8; i += 1) head.follow();
    head.nowMs += 2_000;
    head.run(() => head.follow());
    expect(head.guide.status).toBe('finished');
    expect(head.verdict(['turn_left'])).toMatchObject({ passed: true });
  });

  it('does not judge a record whose samples are further apart than the server accepts', () => {
    const head = new Head(['turn_left']);
    head.run(() => {
      head.nowMs += 230;
      head.follow();
    });
    expect(head.guide.status).toBe('stalled');
    expect(head.verdict(['turn_left'])).toMatchObject({ passed: false, problem: 'no_face' });
  });

  it('continues when the face is back within a second, and records only frames with a face', () => {
    const head = new Head(['turn_left']);
    while (head.now?.action !== 'turn_left') head.follow();
    const before = head.guide.samples.length;
    for (let i = 0; i < 20; i += 1) head.frame(undefined);
    expect(head.guide.samples).toHaveLength(before);
    head.run(() => head.follow());
    expect(head.verdict(['turn_left'])).toMatchObject({ passed: true });
  });

  it('reports a second face without losing the movement', () => {
    const head = new Head(['turn_left']);
    while (head.now?.action !== 'turn_left') head.follow();
    expect(head.frame(makeFace({ faces: 2 }))).toMatchObject({
      message: 'turn_left',
      hint: 'two_faces',
    });
  });
});
