// The topology of MediaPipe's face mesh of 468 points: triangles, outline, eyelids and lips.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './cache.ts';

type Triangle = [a: number, b: number, c: number];

/** The face's outline, clockwise from the middle of the forehead. */
export const OUTLINE = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148,
  176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];

/**
 * The points of each eye, from corner to corner. A blink pulls the upper lid down to the lower lid,
 * and the crease part of the way down.
 */
export const EYES = [
  {
    upperLid: [246, 161, 160, 159, 158, 157, 173],
    crease: [247, 30, 29, 27, 28, 56, 190],
    lowerLid: [7, 163, 144, 145, 153, 154, 155],
  },
  {
    upperLid: [466, 388, 387, 386, 385, 384, 398],
    crease: [467, 260, 259, 257, 258, 286, 414],
    lowerLid: [249, 390, 373, 374, 380, 381, 382],
  },
];

export const INNER_UPPER_LIP = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308];
export const INNER_LOWER_LIP = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308];

/**
 * The points of each lip, ring by ring from the innermost outwards, without the corners. The lower
 * lip moves with the jaw; the upper lip does not.
 */
export const LOWER_LIP = [
  ...INNER_LOWER_LIP.slice(1, -1),
  96,
  89,
  179,
  86,
  15,
  316,
  403,
  319,
  325,
  77,
  90,
  180,
  85,
  16,
  315,
  404,
  320,
  307,
  146,
  91,
  181,
  84,
  17,
  314,
  405,
  321,
  375,
];
export const UPPER_LIP = [
  ...INNER_UPPER_LIP.slice(1, -1),
  183,
  42,
  41,
  38,
  12,
  268,
  271,
  272,
  407,
  184,
  74,
  73,
  72,
  11,
  302,
  303,
  304,
  408,
  185,
  40,
  39,
  37,
  0,
  267,
  269,
  270,
  409,
];

/** The mesh's triangles, and a patch over the mesh's hole between the lips. */
export const TRIANGLES: Triangle[] = [...meshTriangles(), ...mouthTriangles()];

/**
 * Reads the triangles from a TypeScript file of @vladmandic/human. The file is parsed as text,
 * because Node does not strip types inside node_modules.
 */
function meshTriangles(): Triangle[] {
  const file = join(ROOT, 'node_modules/@vladmandic/human/src/face/facemeshcoords.ts');
  const list = /TRI468: number\[\] = \[([\d,\s]+)\]/.exec(readFileSync(file, 'utf8'))?.[1];
  if (!list) throw new Error(`${file} holds no TRI468.`);
  const flat = list.split(',').map(Number);
  return Array.from({ length: Math.floor(flat.length / 3) }, (_, i) => [
    flat[3 * i]!,
    flat[3 * i + 1]!,
    flat[3 * i + 2]!,
  ]);
}

function mouthTriangles(): Triangle[] {
  return INNER_UPPER_LIP.slice(1).flatMap((upper, i): Triangle[] => {
    const [before, lower, lowerBefore] = [
      INNER_UPPER_LIP[i]!,
      INNER_LOWER_LIP[i + 1]!,
      INNER_LOWER_LIP[i]!,
    ];
    return [
      [before, upper, lowerBefore],
      [upper, lower, lowerBefore],
    ];
  });
}
