// Formats data/age-head.json and data/age-error.json with one member per line and one table row per
// line, so that the code formatter has nothing to change.
import type { AgeErrorTable } from '../../src/config/age-error.ts';
import type { AgeHead } from '../../src/workers/face/age-head.ts';

const ABOUT = {
  head: 'Whether a face is of somebody who is no minor: a weighed sum of the 1,024 features of faceres, and of the lower of both ages. scripts/age-head writes it, and its README says how.',
  weights: 'One signed byte a feature, base64; `step` is what 1 is worth.',
  lower: 'The lower of AgeNet and faceres, cut to `clip`, as deviations from the mean.',
};

export function formatHead(head: AgeHead, faces: number): string {
  const about = { ...ABOUT, trained_on: `${faces} faces of FairFace (CC BY 4.0).` };
  return `${JSON.stringify({ about, ...head }, null, 2)}\n`;
}

export const formatTable = (table: AgeErrorTable): string => `${layOut(table, 0)}\n`;

const WIDTH = 100;

/** Lays out a value as the code formatter would: on one line if it fits. */
function layOut(value: unknown, indent: number, before = 0): string {
  const line = onOneLine(value);
  if (typeof value !== 'object' || value === null || indent + before + line.length < WIDTH)
    return line;
  const inner = indent + 2;
  const pad = ' '.repeat(inner);
  const parts = Array.isArray(value)
    ? value.map((one: unknown) => `${pad}${layOut(one, inner)}`)
    : Object.entries(value).map(([name, one]) => {
        const key = `${JSON.stringify(name)}: `;
        return `${pad}${key}${layOut(one, inner, key.length)}`;
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.join(',\n')}\n${' '.repeat(indent)}${close}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}: ${onOneLine(one)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
