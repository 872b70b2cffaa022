// The choice of the pass to present: of the passes for the lowest sufficient age, the one that
// expires first.
import { describe, expect, it } from 'vitest';
import { choosePass, type KeptPass } from '../../../../widget/hosted/passes/kept-pass.ts';

const NOW = Date.UTC(2030, 11, 10);

const pass = (token: string, changes: Partial<KeptPass> = {}): KeptPass => ({
  token,
  bracket: 18,
  passClass: 'standard',
  issued: '2030-11',
  untilMs: Date.UTC(2031, 2),
  ...changes,
});

const chosen = (passes: KeptPass[], demand: Partial<Parameters<typeof choosePass>[1]> = {}) =>
  choosePass(passes, { minAge: 18, ...demand }, NOW)?.token;

describe('choosing among the passes in a browser', () => {
  it('takes the pass that reveals least, and among equal passes the one that expires first', () => {
    const later = pass('later', { issued: '2030-12', untilMs: Date.UTC(2031, 3) });
    const kept = [
      pass('25', { bracket: 25 }),
      pass('high', { passClass: 'high' }),
      later,
      pass('first'),
    ];
    expect(chosen(kept)).toBe('first');
    expect(chosen(kept, { since: '2030-12' })).toBe('later');
    expect(chosen(kept, { passClass: 'high' })).toBe('high');
    expect(chosen(kept, { minAge: 21 })).toBe('25');
  });

  it('takes no pass that is too low, expired, or in use', () => {
    expect(chosen([pass('15', { bracket: 15 })])).toBeUndefined();
    expect(chosen([pass('over', { untilMs: NOW })])).toBeUndefined();
    expect(chosen([pass('held', { heldUntilMs: NOW + 1 })])).toBeUndefined();
    expect(chosen([pass('free', { heldUntilMs: NOW })])).toBe('free');
    expect(chosen([])).toBeUndefined();
  });
});
