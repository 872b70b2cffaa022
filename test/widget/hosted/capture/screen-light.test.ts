import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  drawLightOrder,
  litTimes,
} from '../../../../src/domain/verification/rules/evidence/light-order.ts';
import { followMovements } from '../../../../src/domain/verification/rules/liveness/movements.ts';
import type { Action, Move } from '../../../../src/vision/face/challenge.ts';
import { SCREEN_COLOURS, type ScreenColour } from '../../../../src/vision/face/screen-colours.ts';
import { Guide } from '../../../../widget/hosted/capture/guide.ts';
import { ScreenLight } from '../../../../widget/hosted/capture/screen-light.ts';
import { makeFace, poseTowards } from '../faces.ts';

const ORDER: ScreenColour[] = ['warm', 'cyan', 'magenta', 'green', 'cyan', 'warm'];
const GREY = 'rgb(207 207 207)';
const cssOf = (name: ScreenColour) => `rgb(${SCREEN_COLOURS[name].join(' ')})`;
const FRAME_MS = 32;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('document', { adoptedStyleSheets: [] });
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync(): void {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that records which colours its screen shows and when. */
class Screen {
  readonly shown: [ms: number, colour: string][] = [];
  readonly dataset: Record<string, string> = {};
  readonly style = {
    setProperty: (_name: string, colour: string) => this.shown.push([performance.now(), colour]),
  };

  light(order = ORDER): ScreenLight {
    const light = new ScreenLight(this as unknown as HTMLElement);
    light.follow(order);
    return light;
  }

  get colours(): string[] {
    return this.shown.map(([, colour]) => colour);
  }

  get gaps(): number[] {
    return this.shown.slice(1).map(([ms], index) => ms - (this.shown[index]?.[0] ?? 0));
  }
}

/** Advances the clock until the light has shown all colours of the given pause. */
function pass(light: ScreenLight, pause: 0 | 1): void {
  for (let i = 0; i < 200 && !light.hasShown(pause); i += 1) vi.advanceTimersByTime(FRAME_MS);
}

describe('the light of the screen', () => {
  it('shows three colours in each pause, half a second each, and grey between them', () => {
    const screen = new Screen();
    const light = screen.light();
    pass(light, 0);
    expect(light.begunMs).toBeUndefined();
    vi.advanceTimersByTime(4_000);
    pass(light, 1);
    const [a, b, c, d, e, f] = ORDER.map(cssOf);
    expect(screen.colours).toEqual([GREY, a, b, c, GREY, d, e, f, GREY]);
    expect(Math.min(...screen.gaps)).toBeGreaterThanOrEqual(500);
    expect(light.begunMs).toEqual(
      screen.shown.filter(([, colour]) => colour !== GREY).map(([ms]) => ms),
    );
  });

  it('shows three only before the first movement when there are only three (D-119)', () => {
    const screen = new Screen();
    const light = screen.light(ORDER.slice(0, 3));
    pass(light, 0);
    const [a, b, c] = ORDER.map(cssOf);
    expect(light.hasShown(1)).toBe(true);
    expect(screen.colours).toEqual([GREY, a, b, c, GREY]);
    expect(light.begunMs).toHaveLength(3);
  });

  it('never changes more than twice a second, however often it is interrupted', () => {
    const screen = new Screen();
    const light = screen.light();
    for (let i = 0; i < 400; i += 1) {
      light.hasShown(i < 200 ? 0 : 1);
      if (i % 23 === 22) light.interrupt();
      vi.advanceTimersByTime(FRAME_MS);
    }
    expect(screen.gaps.length).toBeGreaterThan(3);
    expect(Math.min(...screen.gaps)).toBeGreaterThanOrEqual(500);
  });

  it('restarts when the head did not rest, and gives up after the third time', () => {
    const screen = new Screen();
    const light = screen.light();
    for (const isOver of [false, false, true]) {
      expect(light.hasShown(0)).toBe(false);
      vi.advanceTimersByTime(800);
      light.interrupt();
      expect(light.hasShown(0)).toBe(isOver);
      vi.advanceTimersByTime(700);
    }
    expect(screen.colours.at(-1)).toBe(GREY);
    expect(light.begunMs).toBeUndefined();
  });

  it('reports no colours unless all were shown', () => {
    const light = new Screen().light();
    pass(light, 0);
    light.hasShown(1);
    vi.advanceTimersByTime(900);
    light.giveUp();
    expect(light.hasShown(1)).toBe(true);
    expect(light.begunMs).toBeUndefined();
  });

  it('ends immediately when the visitor declines it', () => {
    const screen = new Screen();
    const light = screen.light();
    light.hasShown(0);
    vi.advanceTimersByTime(700);
    light.end();
    const { length } = screen.shown;
    vi.advanceTimersByTime(5_000);
    expect(screen.dataset).toEqual({});
    expect(screen.shown).toHaveLength(length);
    expect(light.hasShown(0)).toBe(true);
  });
});

/** Simulates a head that follows the guide in front of a screen that shows colours. */
function perform(
  actions: readonly Action[],
  pictures: (n: number) => number | undefined = (n) => n,
  disturb: (guide: Guide, message: string) => boolean = () => false,
) {
  const screen = new Screen();
  const order = drawLightOrder((n) => Math.floor(Math.random() * n));
  const light = screen.light(order);
  const guide = new Guide({ actions, lifetimeMs: 60_000 }, performance.now(), undefined, light);
  let degrees = 0;
  let way: Move = 'turn_left';
  const messages: string[] = [];
  for (let n = 0; guide.status === 'running' && n < 1_500; n += 1) {
    vi.advanceTimersByTime(FRAME_MS);
    const shake = Math.sin(n * 12.9898) * 0.4;
    const pose = poseTowards(way, degrees);
    const moved = { ...pose, yaw: pose.yaw + shake, pitch: pose.pitch + shake };
    const now = guide.see(performance.now(), makeFace({ pose: moved }), pictures(n));
    if (messages.at(-1) !== now.message) messages.push(now.message);
    if (disturb(guide, now.message)) degrees += 3;
    else if (now.action === 'neutral') degrees = Math.max(0, degrees - 3);
    else [way, degrees] = [now.action, degrees + 3];
  }
  const begunMs = light.begunMs?.map((ms) => ms - guide.startMs);
  return { guide, messages, begunMs, screen };
}

function timesOf({ guide, begunMs }: ReturnType<typeof perform>, actions: readonly Action[]) {
  const path = followMovements(guide.samples, actions);
  return path.ok ? litTimes(begunMs, guide.samples[0]?.[0] ?? 0, path) : undefined;
}

describe('a guide before a screen that shows colours', () => {
  it.each([
    [['turn_left']],
    [['look_up', 'turn_right']],
    [['turn_left', 'look_down', 'turn_right']],
  ] as [Action[]][])(
    'requires rest before and after the first movement, as the server does: %j',
    (actions) => {
      const done = perform(actions);
      expect(done.guide.status).toBe('finished');
      expect(done.messages.slice(0, 5)).toEqual(['hold_still', 'lit', actions[0], 'return', 'lit']);
      expect(done.messages.filter((message) => message === 'lit')).toHaveLength(2);
      expect(timesOf(done, actions)).toHaveLength(6);
    },
  );

  it('keeps a picture of every colour', () => {
    const actions: Action[] = ['turn_left', 'look_up'];
    const done = perform(actions);
    for (const { fromMs, untilMs } of timesOf(done, actions) ?? []) {
      const kept = done.guide.pictures.filter(([, t]) => fromMs <= t && t < untilMs);
      expect(kept.length).toBeGreaterThanOrEqual(1);
    }
  });

  it('does not hold back a head that moves on, and continues without the colours', () => {
    const actions: Action[] = ['turn_left', 'look_up'];
    let lit = 0;
    const done = perform(actions, undefined, (_guide, message) => {
      if (message === 'lit') lit += 1;
      return message === 'lit' && lit > 60 && lit < 66;
    });
    expect(done.guide.status).toBe('finished');
    expect(done.begunMs).toBeUndefined();
  });

  it('restarts when the head moves before the first movement', () => {
    let lit = 0;
    const done = perform(['turn_left'], undefined, (_guide, message) => {
      if (message === 'lit') lit += 1;
      return message === 'lit' && lit > 15 && lit < 22;
    });
    expect(done.guide.status).toBe('finished');
    expect(timesOf(done, ['turn_left'])).toHaveLength(6);
  });
});
