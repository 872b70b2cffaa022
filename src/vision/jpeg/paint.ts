// Converts the samples of one minimum coded unit (a "unit" below) to pixels, at full size or
// reduced; when reduced, each pixel is the mean of a square.
import type { Picture } from '../face/picture.ts';

const BLOCK = 8;

/** Edge length in samples of the square that becomes one pixel. */
export type Scale = 1 | 2 | 4 | 8;

/** One of the three colour components of a unit. */
export interface PaintedComponent {
  /** The number of blocks in a unit, horizontally and vertically. */
  across: number;
  down: number;
  /** The samples of the current unit, `BLOCK * across` wide. */
  samples: Uint8Array;
}

/**
 * The layout of every unit of a picture. All units share one object, because one object per unit
 * would mean thousands of them.
 */
interface Layout {
  unitWidth: number;
  unitHeight: number;
  scale: Scale;
  /** The layouts of brightness, blue difference and red difference within a unit. */
  placings: readonly [Placing, Placing, Placing];
}

/** How the samples of a component are laid out in a unit. */
interface Placing {
  stride: number;
  halvedAcross: 0 | 1;
  halvedDown: 0 | 1;
}

type Colours = readonly [PaintedComponent, PaintedComponent, PaintedComponent];

/** @param scale edge length in samples of the square that becomes one pixel */
export function layOut(colours: Colours, scale: Scale): Layout {
  const unitWidth = BLOCK * Math.max(...colours.map(({ across }) => across));
  const unitHeight = BLOCK * Math.max(...colours.map(({ down }) => down));
  const place = ({ across, down }: PaintedComponent): Placing => ({
    stride: BLOCK * across,
    halvedAcross: BLOCK * across < unitWidth ? 1 : 0,
    halvedDown: BLOCK * down < unitHeight ? 1 : 0,
  });
  const [light, blueness, redness] = colours;
  const placings = [place(light), place(blueness), place(redness)] as const;
  return { unitWidth, unitHeight, scale, placings };
}

/**
 * @param picture the target, `scale` times smaller than the original
 * @param left the horizontal position of the unit's first sample in the original; `top` is its
 *   vertical position
 */
export function paintUnit(
  picture: Picture,
  layout: Layout,
  colours: Colours,
  left: number,
  top: number,
): void {
  if (layout.scale === 1) paintSamples(picture, layout, colours, left, top);
  else paintMeans(picture, layout, colours, left, top);
}

/**
 * The tables below contain each colour difference's contribution to a colour, indexed by the
 * difference's sample. They reproduce paintPixel's results in integer arithmetic. Both differences
 * contribute to green, so the POINT fractional bits of green are dropped only after the addition. A
 * test checks that both calculations agree for all colours.
 */
const POINT = 16;
const RED_OF_RED = offsets((difference) => Math.floor(1.402 * difference));
const BLUE_OF_BLUE = offsets((difference) => Math.floor(1.772 * difference));
const GREEN_OF_BLUE = offsets((difference) => Math.floor(-0.344_136_3 * difference * 2 ** POINT));
const GREEN_OF_RED = offsets((difference) => Math.ceil(-0.714_136_36 * difference * 2 ** POINT));

function offsets(of: (difference: number) => number): Int32Array {
  return Int32Array.from({ length: 256 }, (_, sample) => of(sample - 128));
}

/** Converts brightness and two colour differences to red, green and blue (JFIF 1.02). */
function paintSamples(
  { data, width, height }: Picture,
  { unitWidth, unitHeight, placings: [l, b, r] }: Layout,
  [light, blueness, redness]: Colours,
  left: number,
  top: number,
): void {
  const across = Math.min(width - left, unitWidth);
  const below = Math.min(height, top + unitHeight);
  for (let y = top; y < below; y++) {
    const down = y - top;
    const lightRow = (down >> l.halvedDown) * l.stride;
    const blueRow = (down >> b.halvedDown) * b.stride;
    const redRow = (down >> r.halvedDown) * r.stride;
    let at = (y * width + left) * 4;
    for (let x = 0; x < across; x++, at += 4) {
      const value = light.samples[lightRow + (x >> l.halvedAcross)] ?? 0;
      const blue = blueness.samples[blueRow + (x >> b.halvedAcross)] ?? 0;
      const red = redness.samples[redRow + (x >> r.halvedAcross)] ?? 0;
      const green = ((GREEN_OF_BLUE[blue] ?? 0) + (GREEN_OF_RED[red] ?? 0)) >> POINT;
      data[at] = within(value + (RED_OF_RED[red] ?? 0));
      data[at + 1] = within(value + green);
      data[at + 2] = within(value + (BLUE_OF_BLUE[blue] ?? 0));
      data[at + 3] = 255;
    }
  }
}

const within = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value);

/**
 * Averages the samples before the conversion, which is equivalent to averaging the colours, because
 * the conversion is linear.
 */
function paintMeans(
  { data, width, height }: Picture,
  { scale, unitWidth, unitHeight, placings }: Layout,
  [light, blueness, redness]: Colours,
  unitLeft: number,
  unitTop: number,
): void {
  const [left, top] = [unitLeft / scale, unitTop / scale];
  const right = Math.min(width, left + unitWidth / scale);
  const below = Math.min(height, top + unitHeight / scale);
  const l = means(light, placings[0], scale);
  const b = means(blueness, placings[1], scale);
  const r = means(redness, placings[2], scale);
  for (let y = top; y < below; y++) {
    let at = (y * width + left) * 4;
    for (let x = left; x < right; x++, at += 4) {
      const [across, down] = [(x - left) * scale, (y - top) * scale];
      paintPixel(data, at, l(across, down), b(across, down) - 128, r(across, down) - 128);
    }
  }
}

/**
 * @returns a function that computes the mean of a square in the unit, given the full-size position
 *   of the square's first sample
 */
function means(
  { samples }: PaintedComponent,
  { stride, halvedAcross, halvedDown }: Placing,
  scale: Scale,
) {
  const [wide, high] = [scale >> halvedAcross, scale >> halvedDown];
  const count = wide * high;
  return (across: number, down: number): number => {
    let sum = 0;
    let row = (down >> halvedDown) * stride + (across >> halvedAcross);
    for (let y = 0; y < high; y++, row += stride)
      for (let x = 0; x < wide; x++) sum += samples[row + x] ?? 0;
    return sum / count;
  };
}

function paintPixel(
  data: Picture['data'],
  at: number,
  value: number,
  blue: number,
  red: number,
): void {
  data[at] = clamp(value + 1.402 * red);
  data[at + 1] = clamp(value - 0.344_136_3 * blue - 0.714_136_36 * red);
  data[at + 2] = clamp(value + 1.772 * blue);
  data[at + 3] = 255;
}

/**
 * Clamps to the range from 0 to 255. Truncates instead of rounding, as was done for the golden
 * values.
 */
const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : Math.trunc(value));
