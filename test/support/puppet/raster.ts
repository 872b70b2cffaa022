// Drawing for the puppet: bilinear sampling and textured triangles on RGBA pictures.

import type { Picture } from '../../../src/vision/face/picture.ts';

export type Vertex = readonly [x: number, y: number, ...rest: number[]];

export function blankPicture(width: number, height: number): Picture {
  return { data: new Uint8ClampedArray(width * height * 4).fill(255), width, height };
}

/**
 * Writes the source's colour at (x, y), clamped to the source's edges, into a pixel of the target.
 */
export function copyPixel(
  target: Picture,
  pixel: number,
  source: Picture,
  x: number,
  y: number,
): void {
  const { data, width, height } = source;
  const cx = Math.max(0, Math.min(width - 1.001, x));
  const cy = Math.max(0, Math.min(height - 1.001, y));
  const left = Math.floor(cx);
  const top = Math.floor(cy);
  const fx = cx - left;
  const fy = cy - top;
  const a = (top * width + left) * 4;
  const c = a + width * 4;
  for (let channel = 0; channel < 3; channel++) {
    const upper = data[a + channel]! * (1 - fx) + data[a + 4 + channel]! * fx;
    const lower = data[c + channel]! * (1 - fx) + data[c + 4 + channel]! * fx;
    target.data[pixel * 4 + channel] = upper * (1 - fy) + lower * fy;
  }
}

/** Fills the triangle `to` of the target with the triangle `from` of the source. */
export function drawTriangle(
  target: Picture,
  source: Picture,
  to: readonly [Vertex, Vertex, Vertex],
  from: readonly [Vertex, Vertex, Vertex],
): void {
  const [a, b, c] = to;
  const doubleArea = (b[1] - c[1]) * (a[0] - c[0]) + (c[0] - b[0]) * (a[1] - c[1]);
  if (Math.abs(doubleArea) < 1e-6) return;
  const firstX = Math.max(0, Math.floor(Math.min(a[0], b[0], c[0])));
  const lastX = Math.min(target.width - 1, Math.ceil(Math.max(a[0], b[0], c[0])));
  const firstY = Math.max(0, Math.floor(Math.min(a[1], b[1], c[1])));
  const lastY = Math.min(target.height - 1, Math.ceil(Math.max(a[1], b[1], c[1])));
  for (let y = firstY; y <= lastY; y++) {
    for (let x = firstX; x <= lastX; x++) {
      const u = ((b[1] - c[1]) * (x - c[0]) + (c[0] - b[0]) * (y - c[1])) / doubleArea;
      const v = ((c[1] - a[1]) * (x - c[0]) + (a[0] - c[0]) * (y - c[1])) / doubleArea;
      const w = 1 - u - v;
      if (Math.min(u, v, w) < -1e-3) continue;
      const sourceX = u * from[0][0] + v * from[1][0] + w * from[2][0];
      const sourceY = u * from[0][1] + v * from[1][1] + w * from[2][1];
      copyPixel(target, y * target.width + x, source, sourceX, sourceY);
    }
  }
}
