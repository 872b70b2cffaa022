import { describe, expect, it } from 'vitest';
import { OVAL, type Stage } from '../../../../widget/hosted/capture/framing.ts';
import { directionOf, NudgeFinder } from '../../../../widget/hosted/capture/nudges.ts';

const STAGE: Stage = { pictureAspect: 3 / 4, stageAspect: 3 / 4 };

describe('a persistent hint', () => {
  it('opens the help after 8 seconds, and offers another camera after 25', () => {
    const nudges = new NudgeFinder();
    const at = (ms: number) => nudges.see(ms, false);
    expect([0, 7_900, 8_000, 24_900, 25_000, 90_000].map(at)).toEqual([
      undefined,
      undefined,
      'help',
      'help',
      'phone',
      'phone',
    ]);
  });

  it('is kept when the face is right for only a moment', () => {
    const nudges = new NudgeFinder();
    nudges.see(0, false);
    nudges.see(5_000, true);
    nudges.see(5_500, false);
    expect(nudges.see(8_100, false)).toBe('help');
  });

  it('ends when the face is right for a second, or when the check continues', () => {
    const nudges = new NudgeFinder();
    nudges.see(0, false);
    nudges.see(10_000, true);
    expect(nudges.see(11_000, true)).toBeUndefined();
    nudges.see(12_000, false);
    nudges.reset();
    expect(nudges.see(30_000, false)).toBeUndefined();
  });
});

describe('the arrow', () => {
  const face = (x: number, y: number) => ({ x, y, height: 0.5 });

  it.each([
    ['too_far', face(0.5, 0.5), 'closer'],
    ['too_close', face(0.5, 0.5), 'back'],
    // The picture is not mirrored: its right half shows the person's left side.
    ['off_center', face(0.9, 0.5), 'move_right'],
    ['off_center', face(0.1, 0.5), 'move_left'],
    ['off_center', face(0.5, 0.95), 'move_up'],
    ['off_center', face(0.5, 0.05), 'move_down'],
  ] as const)('for %s points where the face must go', (framing, where, direction) => {
    expect(directionOf(framing, where, STAGE)).toBe(direction);
  });

  it('is absent when there is nothing to correct', () => {
    expect(directionOf('ok', face(OVAL.x, OVAL.y), STAGE)).toBeUndefined();
    expect(directionOf('off_center', undefined, STAGE)).toBeUndefined();
    expect(directionOf('too_dark', face(0.5, 0.5), STAGE)).toBeUndefined();
  });
});
