import { describe, expect, it } from 'vitest';
import {
  accentFor,
  contrast,
  parseHex,
  type Rgb,
  SURFACE,
} from '../../../../widget/hosted/site/accent.ts';

const rgb = (hex: string): Rgb => parseHex(hex) ?? [0, 0, 0];
const ratio = (a: string, b: string) => contrast(rgb(a), rgb(b));

/** All colours on a coarse grid of 9 × 9 × 9. */
const CUBE = Array.from({ length: 729 }, (_, index) => {
  const level = (divisor: number) =>
    Math.min(255, (Math.floor(index / divisor) % 9) * 32)
      .toString(16)
      .padStart(2, '0');
  return `#${level(81)}${level(9)}${level(1)}`;
});

describe('accent', () => {
  it.each(['light', 'dark'] as const)(
    'has a contrast of 4.5:1 in the %s theme, for any brand colour',
    (theme) => {
      for (const color of CUBE) {
        const accent = accentFor(color, theme);
        const readable = [ratio(accent.onFill, accent.fill), ratio(accent.ink, SURFACE[theme])];
        expect([color, Math.min(...readable) >= 4.5]).toEqual([color, true]);
      }
    },
  );

  it('keeps a colour that has enough contrast', () => {
    expect(accentFor('#1c3faa', 'light')).toEqual({
      fill: '#1c3faa',
      onFill: '#ffffff',
      ink: '#1c3faa',
    });
  });

  it('keeps a pale brand colour on the button, with dark text', () => {
    expect(accentFor('#ffd60a', 'light')).toMatchObject({ fill: '#ffd60a', onFill: '#000000' });
  });

  it.each([undefined, '', 'red', '#12', 'rgb(1,2,3)', '#12345g'])(
    'uses the default for %s',
    (color) => {
      expect(accentFor(color, 'light')).toEqual(accentFor('#3b5bdb', 'light'));
    },
  );

  it('computes contrast as WCAG does', () => {
    expect(ratio('#000', '#fff')).toBeCloseTo(21);
    expect(ratio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});
