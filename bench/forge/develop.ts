// Turns a picture that a forger has into the picture that the forger sends: tinted, noisy or
// shaken, depending on the forger.
import jpeg from 'jpeg-js';
import {
  KEPT_QUALITY,
  KEPT_QUALITY_WHEN_LARGE,
  MAX_KEPT_BYTES,
} from '../../src/vision/face/face-wire.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import {
  linearOf,
  SCREEN_COLOURS,
  type ScreenColour,
} from '../../src/vision/face/screen-colours.ts';
import type { Jpeg } from '../../test/support/clips/nets.ts';
import { between, type Random } from '../../test/support/clips/random.ts';
import { addNoise } from '../../test/support/clips/sitting.ts';
import { blankPicture, copyPixel } from '../../test/support/puppet/raster.ts';
import type { Develop } from './perform.ts';
import type { View } from './views.ts';

interface Looks {
  /**
   * `even` gives the whole face one tint; `normals` tints each part more strongly the more directly
   * it faces the screen.
   */
  tint: 'none' | 'even' | 'normals';
  /** Sensor noise, different in every picture. */
  hasNoise?: boolean;
  /** Whether the picture is moved, scaled and brightened a little, differently each time. */
  isShaken?: boolean;
}

/**
 * Returns a function that creates JPEG files with the given looks. It reuses files if there is
 * neither noise nor shaking, because the same view in the same colour then always gives the same
 * file.
 */
export function developBy({ tint, hasNoise = false, isShaken = false }: Looks): Develop {
  const made = new WeakMap<View, Map<ScreenColour | undefined, Jpeg>>();
  const make = (view: View, colour: ScreenColour | undefined, random: Random): Jpeg => {
    const lit = colour && tint !== 'none' ? tinted(view, colour, tint) : view.picture;
    const seen = isShaken ? shaken(lit, random) : { ...lit, data: lit.data.slice() };
    if (hasNoise) addNoise(seen, Math.floor(between(random, 0, 1e6)));
    return toJpeg(seen);
  };
  if (hasNoise || isShaken) return make;
  return (view, colour, random) => {
    const files = made.get(view) ?? new Map<ScreenColour | undefined, Jpeg>();
    made.set(view, files);
    const file = files.get(colour) ?? make(view, colour, random);
    files.set(colour, file);
    return file;
  };
}

/**
 * The screen's light on the face, relative to the room's light. The room is dim enough for the
 * light rule to reach a verdict.
 */
const SCREEN_SHARE = 0.3;
/** The size of the tinted area around the head, relative to the face's box. */
const HEAD = { width: 1.25, height: 1.3 };
/** The number of steps in the tint's strength. */
const LEVELS = 16;

function tinted({ picture, box }: View, colour: ScreenColour, tint: 'even' | 'normals'): Picture {
  const { width, height } = picture;
  const result = { width, height, data: picture.data.slice() };
  const curves = curvesOf(colour);
  const [cx, cy] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const [rx, ry] = [(HEAD.width * (box[2] - box[0])) / 2, (HEAD.height * (box[3] - box[1])) / 2];
  for (let pixel = 0; pixel < width * height; pixel++) {
    const outward =
      ((pixel % width) - cx) ** 2 / rx ** 2 + (Math.floor(pixel / width) - cy) ** 2 / ry ** 2;
    if (outward >= 1) continue;
    // On a sphere, this is the cosine of the angle between the surface's normal and the direction
    // of the screen.
    const facing = tint === 'normals' ? Math.sqrt(1 - outward) : Math.min(1, 4 * (1 - outward));
    const curve = curves[Math.round(facing * LEVELS)];
    for (let channel = 0; channel < 3; channel++) {
      const at = 4 * pixel + channel;
      result.data[at] = curve?.[channel]?.[picture.data[at] ?? 0] ?? 0;
    }
  }
  return result;
}

/**
 * Returns tables that map the old value of a channel to its new value, by the strength of the tint
 * and by channel.
 */
function curvesOf(colour: ScreenColour): Uint8Array[][] {
  const grey = 1 + SCREEN_SHARE * linearOf(207);
  return Array.from({ length: LEVELS + 1 }, (_, level) =>
    SCREEN_COLOURS[colour].map((value) => {
      const lit = (1 + SCREEN_SHARE * linearOf(value)) / grey;
      const gain = 1 + (level / LEVELS) * (lit - 1);
      return Uint8Array.from({ length: 256 }, (_one, from) => toSrgb(linearOf(from) * gain));
    }),
  );
}

function toSrgb(light: number): number {
  const share = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, share));
}

const MOVED_PX = 1.5;
const SCALED = 0.01;
const BRIGHTENED = 0.03;

function shaken(picture: Picture, random: Random): Picture {
  const { width, height } = picture;
  const [dx, dy] = [between(random, -MOVED_PX, MOVED_PX), between(random, -MOVED_PX, MOVED_PX)];
  const scale = 1 + between(random, -SCALED, SCALED);
  const light = 1 + between(random, -BRIGHTENED, BRIGHTENED);
  const result = blankPicture(width, height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = (pixel % width) - width / 2;
    const y = Math.floor(pixel / width) - height / 2;
    copyPixel(result, pixel, picture, width / 2 + x * scale + dx, height / 2 + y * scale + dy);
    for (let at = 4 * pixel; at < 4 * pixel + 3; at++)
      result.data[at] = (result.data[at] ?? 0) * light;
  }
  return result;
}

export function toJpeg({ data, width, height }: Picture): Jpeg {
  const rgba = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const encode = (quality: number): Jpeg =>
    new Uint8Array(jpeg.encode({ data: rgba, width, height }, 100 * quality).data);
  const file = encode(KEPT_QUALITY);
  return file.length <= MAX_KEPT_BYTES ? file : encode(KEPT_QUALITY_WHEN_LARGE);
}
