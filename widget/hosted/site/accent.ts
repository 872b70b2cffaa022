// Turns a customer's brand colour into colours that are readable in both themes. Pure. Contrast is
// defined by WCAG 2.2 (relative luminance of sRGB).

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

interface Accent {
  /**
   * The background of the main button: the brand colour, lightened in the dark theme if its
   * contrast with the surface is too low.
   */
  fill: string;
  /** The colour of text on the fill, with a contrast of at least 4.5:1. */
  onFill: string;
  /**
   * The brand colour, adjusted for text, rings and lines on the surface so that their contrast is
   * at least 4.5:1.
   */
  ink: string;
}

/** The card backgrounds of the two themes; the style sheet's `--surface` has the same values. */
export const SURFACE = { light: '#ffffff', dark: '#1a1d24' } as const;
const DEFAULT_COLOR = '#3b5bdb';
const TEXT_CONTRAST = 4.5;

/**
 * @param color `#rgb` or `#rrggbb`; anything else means the default accent
 * @param theme the theme whose surface is behind the accent
 */
export function accentFor(color: string | undefined, theme: 'light' | 'dark'): Accent {
  const brand = parseHex(color) ?? parseHex(DEFAULT_COLOR) ?? [59, 91, 219];
  const surface = parseHex(SURFACE[theme]) ?? [255, 255, 255];
  const fill = theme === 'dark' ? liftUntil(brand, surface, 3) : brand;
  return {
    fill: toHex(fill),
    // Either white or black text is always readable: even the worst fill has a contrast of 4.58:1
    // with both.
    onFill: contrast(fill, [255, 255, 255]) >= TEXT_CONTRAST ? '#ffffff' : '#000000',
    ink: toHex(liftUntil(brand, surface, TEXT_CONTRAST)),
  };
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrast(a: Rgb, b: Rgb): number {
  const [darker, lighter] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return ((lighter ?? 1) + 0.05) / ((darker ?? 0) + 0.05);
}

export function parseHex(color: string | undefined): Rgb | undefined {
  const match = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color?.trim() ?? '');
  if (!match?.[1]) return undefined;
  const digits = match[1].length === 3 ? match[1].replaceAll(/./g, '$&$&') : match[1];
  const value = Number.parseInt(digits, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/**
 * Mixes the colour with black or white, whichever contrasts with the surface, until the contrast is
 * sufficient.
 */
function liftUntil(color: Rgb, surface: Rgb, ratio: number): Rgb {
  const target: Rgb = luminance(surface) > 0.4 ? [0, 0, 0] : [255, 255, 255];
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(color, target, share);
    if (contrast(mixed, surface) >= ratio) return mixed;
  }
  return target;
}

function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const at = (x: number, y: number) => Math.round(x + (y - x) * share);
  return [at(a[0], b[0]), at(a[1], b[1]), at(a[2], b[2])];
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function toHex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
