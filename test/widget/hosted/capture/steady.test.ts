import { describe, expect, it } from 'vitest';
import { FRAMINGS, type Framing } from '../../../../widget/hosted/capture/framing.ts';
import { SteadyFraming } from '../../../../widget/hosted/capture/steady.ts';

const FRAME_MS = 1000 / 30;

/** Returns each change of the shown hint, in order, with the time of the change. */
function shownFor(framings: Framing[]): { shown: Framing; ms: number }[] {
  const steady = new SteadyFraming();
  const said: { shown: Framing; ms: number }[] = [];
  for (const [index, framing] of framings.entries()) {
    const ms = index * FRAME_MS;
    const shown = steady.see(ms, framing);
    if (said.at(-1)?.shown !== shown) said.push({ shown, ms });
  }
  return said;
}

const times = (count: number, ...framings: Framing[]) =>
  Array.from({ length: count }, () => framings).flat();

describe('feedback', () => {
  it.each(FRAMINGS)('reports %s in the first picture that shows it', (framing) => {
    const said = shownFor([...times(10, 'ok'), framing]);
    expect(said.at(-1)).toEqual({ shown: framing, ms: 10 * FRAME_MS });
  });

  it('keeps a hint until it can be read', () => {
    const [, remark, after] = shownFor([...times(5, 'ok'), 'too_dark', ...times(60, 'ok')]);
    expect(remark?.shown).toBe('too_dark');
    expect((after?.ms ?? 0) - (remark?.ms ?? 0)).toBeGreaterThanOrEqual(600);
    expect((after?.ms ?? 0) - (remark?.ms ?? 0)).toBeLessThan(700);
  });

  it('removes a hint soon after its cause is gone', () => {
    const said = shownFor([...times(60, 'too_far'), ...times(30, 'ok')]);
    expect((said.at(-1)?.ms ?? 0) - 60 * FRAME_MS).toBeLessThan(300);
  });

  it('does not flicker when a cause comes and goes with every picture', () => {
    const said = shownFor(times(100, 'too_far', 'ok'));
    expect(said.map(({ shown }) => shown)).toEqual(['too_far']);
  });

  it('does not alternate between two hints', () => {
    const said = shownFor(times(100, 'off_center', 'too_far'));
    expect(said.map(({ shown }) => shown)).toEqual(['off_center']);
  });

  it('never changes a hint before it can be read', () => {
    const any: Framing[] = [...FRAMINGS, 'ok'];
    const random = (i: number) =>
      any[Math.floor(Math.abs(Math.sin(i * 12.9898) * 1e4)) % 8] ?? 'ok';
    const said = shownFor(Array.from({ length: 3_000 }, (_, i) => random(i)));
    const stood = said.slice(1).map(({ ms }, index) => {
      const before = said[index];
      return before && before.shown !== 'ok' ? ms - before.ms : Infinity;
    });
    expect(stood.length).toBeGreaterThan(20);
    expect(Math.min(...stood)).toBeGreaterThanOrEqual(600);
  });
});
