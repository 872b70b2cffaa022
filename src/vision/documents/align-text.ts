// Scores how well a known text fits a line: forced alignment (Viterbi over CTC), compared with the
// best unconstrained reading of the same pixels. Pure. The score is a log likelihood ratio: 0 if
// the text is exactly the unconstrained reading.
import { FIELD_CLASSES, FIELD_OUTPUTS, type FieldScores } from './field-net.ts';
import { reused } from './reused.ts';

/**
 * The net's class for each character of a text. A space in the text only matches a separator
 * between words.
 */
type Pattern = readonly number[];

const NONE = 0;
const MARK = 1;
/**
 * An L looks like a 1 in many fonts, so a 1 in the picture also matches an L; AS_ONE is the penalty
 * for that substitution.
 */
const [LETTER_L, ONE] = [1 + FIELD_CLASSES.indexOf('L'), 1 + FIELD_CLASSES.indexOf('1')];
const AS_ONE = 1;

/**
 * @param text capitals, digits and spaces
 * @returns undefined when the text contains any other character
 */
export function patternOf(text: string): Pattern | undefined {
  const classes = Array.from(text.replaceAll('O', '0').replaceAll('I', '1'), (character) =>
    FIELD_CLASSES.indexOf(character),
  );
  return classes.includes(-1) ? undefined : classes.map((at) => at + 1);
}

/** Two columns of states. They are reused, because a line is aligned with hundreds of texts. */
const reusedColumns = reused((length) => new Float64Array(length));

/**
 * @param least paths whose score falls below this are abandoned
 * @returns the score of the text where it fits best: 0 or less; -Infinity when it is below `least`
 */
export function alignText(
  { steps, behind }: FieldScores,
  pattern: Pattern,
  least = -Infinity,
): number {
  const count = pattern.length;
  if (count === 0 || steps < count) return -Infinity;
  // Each character has two states: the character itself, and the gap up to the next one.
  const size = 2 * count;
  const columns = reusedColumns(2 * size).fill(-Infinity, 0, 2 * size);
  let [before, now] = [0, size];
  let best = -Infinity;
  // The ends of the line count as separators, at no cost.
  if (pattern[0] === MARK) columns[0] = 0;
  // The number of characters that the farthest path has reached.
  let reached = 1;
  for (let t = 0; t < steps; t++) {
    const row = t * FIELD_OUTPUTS;
    const between = Math.max(behind[row + NONE] as number, behind[row + MARK] as number);
    const most = Math.min(count, reached + 1);
    for (let i = 0; i < most; i++) {
      const wanted = pattern[i] as number;
      const own = before + 2 * i;
      let from = Math.max(columns[own] as number, i === 0 ? 0 : (columns[own - 1] as number));
      if (i > 0 && pattern[i - 1] !== wanted) from = Math.max(from, columns[own - 2] as number);
      const here = from + emissionOf(behind, row, wanted);
      const after = Math.max(columns[own] as number, columns[own + 1] as number) + between;
      columns[now + 2 * i] = here >= least ? here : -Infinity;
      columns[now + 2 * i + 1] = after >= least ? after : -Infinity;
      if (here >= least && i >= reached) reached = i + 1;
    }
    const end = columns[now + size - 2] as number;
    if (end > best) best = end;
    [before, now] = [now, before];
  }
  if (count > 1 && pattern[count - 1] === MARK) {
    const last = before + size - 4;
    best = Math.max(best, columns[last] as number, columns[last + 1] as number);
  }
  return best;
}

function emissionOf(behind: Float32Array, row: number, wanted: number): number {
  const own = behind[row + wanted] as number;
  return wanted === LETTER_L ? Math.max(own, (behind[row + ONE] as number) - AS_ONE) : own;
}
