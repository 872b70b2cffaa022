// Finds the nearly horizontal or nearly vertical straight lines in a picture, by a Hough transform
// in which an edge votes only for lines of about its own direction.
import type { EdgeMap } from './edge-map.ts';

/**
 * A line, given by its slope and its position at the picture's centre. A nearly horizontal line is
 * y = at + slope * (x - width / 2); a nearly vertical one is x = at + slope * (y - height / 2).
 */
export interface StraightLine {
  at: number;
  slope: number;
}

/**
 * The maximum deviation from horizontal or vertical, and the step between the angles that are
 * tried, both in degrees.
 */
const MAX_LEAN = 30;
const STEP = 1.5;
const BINS = (2 * MAX_LEAN) / STEP + 1;
/** An edge votes for its own direction and this many bins to either side. */
const SPREAD = 3;
/**
 * The maximum number of lines that are returned, and the minimum votes for a line, as a share of
 * the picture's side.
 */
const MAX_LINES = 18;
const MIN_VOTES = 0.12;
/** Two lines that differ by at most this many bins and px count as one. */
const SAME_BINS = 4;
const SAME_PX = 4;

/**
 * @param isUpright true finds vertical lines, false horizontal ones
 * @returns the longest lines
 */
export function straightLines(map: EdgeMap, isUpright: boolean): StraightLine[] {
  const along = isUpright ? map.height : map.width;
  const across = isUpright ? map.width : map.height;
  const margin = Math.ceil((along / 2) * Math.tan((MAX_LEAN * Math.PI) / 180));
  const rows = across + 2 * margin;
  const votes = countVotes(map, isUpright, margin, rows);
  const lines: StraightLine[] = [];
  while (lines.length < MAX_LINES) {
    const best = largest(votes);
    if ((votes[best] as number) < MIN_VOTES * along) break;
    const [bin, row] = [Math.floor(best / rows), best % rows];
    lines.push({ at: row - margin, slope: slopeOf(bin) });
    clearAround(votes, rows, bin, row);
  }
  return lines;
}

const slopeOf = (bin: number): number => Math.tan(((bin * STEP - MAX_LEAN) * Math.PI) / 180);

function countVotes(
  { directions, width, height }: EdgeMap,
  isUpright: boolean,
  margin: number,
  rows: number,
): Uint16Array {
  const votes = new Uint16Array(BINS * rows);
  const slopes = Array.from({ length: BINS }, (_, bin) => slopeOf(bin));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const direction = directions[y * width + x] as number;
      if (direction === 0) continue;
      const own = Math.round((leanOf(direction - 1, isUpright) + MAX_LEAN) / STEP);
      if (own < -SPREAD || own >= BINS + SPREAD) continue;
      const along = isUpright ? y - height / 2 : x - width / 2;
      const across = isUpright ? x : y;
      const last = Math.min(BINS - 1, own + SPREAD);
      for (let bin = Math.max(0, own - SPREAD); bin <= last; bin++) {
        const row = Math.round(across - (slopes[bin] as number) * along) + margin;
        // An edge also votes for both neighbouring rows, so that the votes for a line between two
        // rows are not split.
        for (let near = row - 1; near <= row + 1; near++)
          if (near >= 0 && near < rows)
            votes[bin * rows + near] = (votes[bin * rows + near] as number) + 1;
      }
    }
  return votes;
}

/**
 * @param degrees the angle between an edge and the x axis, 0 to 180
 * @returns the lean of the edge in degrees, measured from the vertical if `isUpright` is true and
 *   from the horizontal otherwise; positive when x grows with y
 */
export function leanOf(degrees: number, isUpright: boolean): number {
  if (isUpright) return 90 - degrees;
  return degrees > 90 ? degrees - 180 : degrees;
}

function largest(votes: Uint16Array): number {
  let [best, at] = [0, 0];
  for (let i = 0; i < votes.length; i++)
    if ((votes[i] as number) > best) [best, at] = [votes[i] as number, i];
  return at;
}

function clearAround(votes: Uint16Array, rows: number, bin: number, row: number): void {
  for (let b = Math.max(0, bin - SAME_BINS); b <= Math.min(BINS - 1, bin + SAME_BINS); b++)
    votes.fill(
      0,
      b * rows + Math.max(0, row - SAME_PX),
      b * rows + Math.min(rows, row + SAME_PX + 1),
    );
}
