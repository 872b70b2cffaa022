// From the samples of one unit to pixels, in the full size or smaller: each pixel is then the mean of a square.
import type { Picture } from '../face/picture.ts';

const BLOCK = 8;

/** Samples along each edge of one pixel. */
export type Scale = 1 | 2 | 4 | 8;

/** One of the three colours, in one unit. */
export interface PaintedComponent {
  /** Blocks in a unit. */
  across: number;
  down: number;
  /** Samples of the current unit, `BLOCK * across` wide. */
  samples: Uint8Array;
}

interface Unit {
  /** Of its first sample in the whole picture. */
  x: number;
  y: number;
  unitWidth: number;
  unitHeight: number;
  scale: Scale;
}

type Colours = readonly [PaintedComponent, PaintedComponent, PaintedComponent];

/** @param picture what is painted into, `scale` times smaller than the whole one */
export function paintUnit(picture: Picture, unit: Unit, colours: Colours): void {
  if (unit.scale === 1) paintSamples(picture, unit, colours);
  else paintMeans(picture, unit, colours);
}

/**
 * What a difference adds to a colour, by its sample: the same values as of paintPixel, as integers. Green gets a part of
 * each, with bits behind the point that are cut once both are added; a test compares every colour there is.
 */
const POINT = 16;
const RED_OF_RED = offsets((difference) => Math.floor(1.402 * difference));
const BLUE_OF_BLUE = offsets((difference) => Math.floor(1.772 * difference));
const GREEN_OF_BLUE = offsets((difference) => Math.floor(-0.344_136_3 * difference * 2 ** POINT));
const GREEN_OF_RED = offsets((difference) => Math.ceil(-0.714_136_36 * difference * 2 ** POINT));

function offsets(of: (difference: number) => number): Int32Array {
  return Int32Array.from({ length: 256 }, (_, sample) => of(sample - 128));
}

/** From brightness and two colour differences to red, green and blue (JFIF 1.02). */
function paintSamples(
  { data, width, height }: Picture,
  unit: Unit,
  [light, blueness, redness]: Colours,
): void {
  const { x: left, y: top, unitWidth, unitHeight } = unit;
  const across = Math.min(width - left, unitWidth);
  const below = Math.min(height, top + unitHeight);
  const [l, b, r] = [placing(light, unit), placing(blueness, unit), placing(redness, unit)];
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

/** The mean of the colours is the colour of the means. */
function paintMeans(
  { data, width, height }: Picture,
  unit: Unit,
  [light, blueness, redness]: Colours,
): void {
  const { scale } = unit;
  const [left, top] = [unit.x / scale, unit.y / scale];
  const right = Math.min(width, left + unit.unitWidth / scale);
  const below = Math.min(height, top + unit.unitHeight / scale);
  const [l, b, r] = [means(light, unit), means(blueness, unit), means(redness, unit)];
  for (let y = top; y < below; y++) {
    let at = (y * width + left) * 4;
    for (let x = left; x < right; x++, at += 4) {
      const [across, down] = [(x - left) * scale, (y - top) * scale];
      paintPixel(data, at, l(across, down), b(across, down) - 128, r(across, down) - 128);
    }
  }
}

/** @returns the mean of a square of the unit, by its first sample in the full size */
function means({ samples, ...component }: PaintedComponent, unit: Unit) {
  const { stride, halvedAcross, halvedDown } = placing(component, unit);
  const [wide, high] = [unit.scale >> halvedAcross, unit.scale >> halvedDown];
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

function placing(
  { across, down }: Omit<PaintedComponent, 'samples'>,
  { unitWidth, unitHeight }: Unit,
) {
  return {
    stride: BLOCK * across,
    halvedAcross: BLOCK * across < unitWidth ? 1 : 0,
    halvedDown: BLOCK * down < unitHeight ? 1 : 0,
  };
}

/** Truncated, not rounded, as the golden values were. */
const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : Math.trunc(value));
