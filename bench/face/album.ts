// Loads real photographs from an installed package: the contact sheet in @vladmandic/human's demo,
// which shows one man on many days and many other people cut from group photographs. Each face is
// about 70 px wide.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jpeg from 'jpeg-js';
import type { Picture } from '../../src/vision/face/picture.ts';
import { sampleBand } from '../../src/vision/face/sampler.ts';
import { ROOT } from '../../test/support/puppet/cache.ts';
import { loadEngine } from '../../test/support/puppet/engine-for-node.ts';
import { type Still, wall } from '../../test/support/puppet/stills.ts';

const SHEET = 'node_modules/@vladmandic/human/assets/screenshot-facematch.jpg';
const COLUMNS = 18;
const ROWS = 6;
const FIRST_ROW_PX = 282;
const ROW_PX = 112.5;
const CELL_PX = 104;
/** The size of a cell in the frame, at which its face is about 150 px wide. */
const SHOWN_PX = 220;
/**
 * Whether a cell shows the man. He is in every cell of the first row and in the first cell of the
 * second, but cell 9 is excluded because his face is painted there.
 */
const MAN = (cell: number): boolean => cell <= COLUMNS && cell !== 9;
/**
 * Whether a cell is left out because it may show the same man: all of the second row, where some of
 * the pictures show him with glasses or blurred; the cell with the painted face; and three cells
 * further down.
 */
const DOUBTFUL = (cell: number): boolean =>
  (cell > COLUMNS && cell < 2 * COLUMNS) ||
  [9, 2 * COLUMNS, 2 * COLUMNS + 4, 3 * COLUMNS + 1].includes(cell);
const MAXIMUM_TURN = 20;

/** Loads the photographs of people who look straight ahead, as stills. */
export async function loadAlbum(): Promise<{ man: Still[]; others: Still[] }> {
  const sheet = jpeg.decode(await readFile(join(ROOT, SHEET)), { useTArray: true });
  const engine = await loadEngine(['blazeface', 'facemesh']);
  const album = { man: [] as Still[], others: [] as Still[] };
  for (let cell = 0; cell < COLUMNS * ROWS; cell++) {
    const isMan = MAN(cell);
    if (!isMan && DOUBTFUL(cell)) continue;
    engine.reset();
    const picture = frameOf(sheet, cell);
    const { mesh, pose } = engine.track(picture) ?? {};
    if (!mesh || !pose || Math.max(Math.abs(pose.yaw), Math.abs(pose.pitch)) > MAXIMUM_TURN)
      continue;
    (isMan ? album.man : album.others).push({ picture, mesh, pose });
  }
  return album;
}

/** Draws a cell of the contact sheet in front of a wall. */
function frameOf(sheet: Picture, cell: number): Picture {
  const [row, column] = [Math.floor(cell / COLUMNS), cell % COLUMNS];
  const crop = {
    cx: ((column + 0.5) * sheet.width) / COLUMNS,
    cy: FIRST_ROW_PX + row * ROW_PX + CELL_PX / 2,
    side: CELL_PX,
    angle: 0,
  };
  const size = { width: SHOWN_PX, height: SHOWN_PX };
  const rgb = sampleBand(sheet, crop, size, { scale: 1, offset: [0, 0, 0] });
  const frame = wall();
  const [left, top] = [(frame.width - SHOWN_PX) / 2, (frame.height - SHOWN_PX) / 2];
  for (let y = 0; y < SHOWN_PX; y++)
    for (let x = 0; x < SHOWN_PX; x++) {
      const from = 3 * (y * SHOWN_PX + x);
      frame.data.set(rgb.subarray(from, from + 3), 4 * ((y + top) * frame.width + x + left));
    }
  return frame;
}
