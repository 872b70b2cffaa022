// A picture on paper or on a screen, held in front of a camera: flat, or bent about one of its
// axes.
import type { Picture } from '../../../src/vision/face/picture.ts';
import type { HeadPose } from '../puppet/puppet.ts';
import { blankPicture, copyPixel } from '../puppet/raster.ts';

export interface Sheet {
  /**
   * The radius of the cylinder around which the sheet is bent, in picture widths; Infinity means a
   * flat sheet.
   */
  radius?: number;
  /** The sheet's size in the camera's picture; at 1, the sheet fills the picture. */
  size?: number;
  /** The colour around the sheet: a room, or the rim of a device. */
  around?: readonly [r: number, g: number, b: number];
}

/** Distance from sheet to camera, in picture widths. */
const DISTANCE = 1.6;
/** The radius used for a flat sheet. The remaining bend is far smaller than a pixel. */
const FLAT = 1e4;
const ROOM = [150, 146, 138] as const;

/**
 * @param pose the pose of the sheet, which turns like a head. A bent sheet is bent about the axis
 *   of its largest rotation.
 * @returns a picture of the same size
 */
export function holdUp(picture: Picture, pose: HeadPose, sheet: Sheet = {}): Picture {
  const { radius = FLAT, size = 1, around = ROOM } = sheet;
  const { width, height } = picture;
  const yaw = (-(pose.yaw ?? 0) * Math.PI) / 180;
  const pitch = ((pose.pitch ?? 0) * Math.PI) / 180;
  const isUpright = Math.abs(yaw) >= Math.abs(pitch);
  const R = Math.min(radius, FLAT) * width;
  const turn = turnBy(yaw, pitch);
  const [ex, ey, ez] = turn([0, 0, (-DISTANCE * width) / size]);
  // The ray through a pixel is computed from three vectors, so that no array is allocated per
  // pixel.
  const [right, down, ahead] = [turn([1, 0, 0]), turn([0, 1, 0]), turn([0, 0, DISTANCE * width])];
  const result = blankPicture(width, height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = (pixel % width) + 0.5 - width / 2;
    const y = Math.floor(pixel / width) + 0.5 - height / 2;
    const dx = x * right[0] + y * down[0] + ahead[0];
    const dy = x * right[1] + y * down[1] + ahead[1];
    const dz = x * right[2] + y * down[2] + ahead[2];
    // The point at which the ray meets the cylinder, which bulges towards the camera; NaN if they
    // do not meet.
    const across = isUpright ? ex : ey;
    const along = isUpright ? dx : dy;
    const depth = ez - R;
    const a = along * along + dz * dz;
    const b = across * along + depth * dz;
    const c = across * across + depth * depth - R * R;
    const s = c / (-b + Math.sqrt(b * b - a * c));
    const bent = R * Math.atan2(across + s * along, R - (ez + s * dz));
    const straight = isUpright ? ey + s * dy : ex + s * dx;
    const u = isUpright ? bent : straight;
    const v = isUpright ? straight : bent;
    if (Math.abs(u) < width / 2 && Math.abs(v) < height / 2)
      copyPixel(result, pixel, picture, u + width / 2 - 0.5, v + height / 2 - 0.5);
    else for (let i = 0; i < 3; i++) result.data[4 * pixel + i] = around[i] ?? 0;
  }
  return result;
}

type Vector = readonly [x: number, y: number, z: number];

/** Rotates a vector into the sheet's own axes. */
function turnBy(yaw: number, pitch: number): (v: Vector) => Vector {
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  return ([x, y, z]) => {
    const [x1, z1] = [x * cy - z * sy, x * sy + z * cy];
    return [x1, y * cp - z1 * sp, y * sp + z1 * cp];
  };
}

/**
 * Films a screen that shows the picture.
 * @param picture modified: the screen's light is added to it
 */
export function filmScreen(picture: Picture, seed: number): Picture {
  shine(picture, seed);
  return holdUp(picture, HELD, { size: 0.94, around: RIM });
}

/** The pose of the screen: a phone is never held completely straight. */
const HELD = { yaw: 1.5, pitch: -1 };
const RIM = [18, 18, 20] as const;

/** Adds greyish blacks, a bluish white, and moiré from the grids of the screen and the camera. */
function shine({ data, width }: Picture, seed: number): void {
  const wave = 0.9 + 0.02 * (seed % 7);
  for (let pixel = 0; pixel < data.length / 4; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const beat = 1 + 0.03 * Math.sin(wave * x + 0.11 * y) * Math.sin(wave * y);
    for (const [channel, tint] of [0.94, 0.98, 1.04].entries()) {
      const at = 4 * pixel + channel;
      data[at] = 14 + (data[at] ?? 0) * 0.92 * tint * beat;
    }
  }
}
