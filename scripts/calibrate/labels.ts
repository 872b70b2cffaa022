// Reads the ages and other known attributes of the people in a folder's pictures, from labels.csv
// or from the file names.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The label of one picture. */
export interface Label {
  file: string;
  /** The true age in whole years. */
  age: number;
  /** Sex and skin tone are lower-case words of the operator's choice. */
  sex?: string;
  skinTone?: string;
  /**
   * An identifier that is the same for all pictures of one person; may be absent if there is only
   * one picture of the person.
   */
  person?: string;
}

const COLUMNS = ['file', 'age', 'sex', 'skin_tone', 'person', 'group'];
const SEXES: Readonly<Record<string, string>> = { f: 'female', m: 'male', x: 'other' };
const WORD = /^[a-z0-9][a-z0-9 -]{0,19}$/;

/**
 * @param folder a folder with `labels.csv` (columns file, age and, where known, sex, skin_tone,
 *   person), or with pictures whose names begin with the age: `34.jpg`, `34_f_007.jpg`,
 *   `34_female_t5_007.jpg`
 * @throws Error that names the first item that cannot be read
 */
export async function readLabels(folder: string): Promise<Label[]> {
  const files = (await readdir(folder)).toSorted();
  if (!files.includes('labels.csv'))
    return files.filter((file) => /\.jpe?g$/i.test(file)).map(labelOfName);
  const labels = parseLabels(await readFile(join(folder, 'labels.csv'), 'utf8'));
  const missing = labels.find(({ file }) => !files.includes(file));
  if (missing !== undefined)
    throw new Error(`labels.csv names ${missing.file}, which is not there.`);
  return labels;
}

/**
 * Parses labels.csv. Quotes are not supported, because neither file names nor labels need commas.
 */
export function parseLabels(text: string): Label[] {
  return parseRows(text, ['file', 'age']).map((cell) =>
    makeLabel(cell('file'), cell('age'), {
      sex: cell('sex'),
      skinTone: cell('skin_tone'),
      person: cell('person'),
    }),
  );
}

type Row = (column: string) => string;

/**
 * @param needed the required columns
 * @returns one row per file
 * @throws Error for an unknown or a missing column, or for a file that is listed twice
 */
export function parseRows(text: string, needed: readonly string[]): Row[] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const columns = head.split(',').map((name) => name.trim().toLowerCase());
  const strange = columns.find((name) => !COLUMNS.includes(name));
  if (strange !== undefined) throw new Error(`labels.csv has an unknown column: ${strange}.`);
  if (!needed.every((name) => columns.includes(name)))
    throw new Error(`labels.csv needs the columns ${needed.join(' and ')}.`);
  const rows = lines
    .filter((line) => line.trim() !== '')
    .map((line): Row => {
      const cells = line.split(',').map((cell) => cell.trim());
      return (name) => cells[columns.indexOf(name)] ?? '';
    });
  const files = rows.map((cell) => cell('file'));
  const twice = files.find((file, at) => files.indexOf(file) < at);
  if (twice !== undefined) throw new Error(`labels.csv names ${twice} twice.`);
  return rows;
}

export function labelOfName(file: string): Label {
  const [age = '', ...rest] = file
    .replace(/\.[^.]+$/, '')
    .toLowerCase()
    .split(/[_-]/);
  const sex = rest.find((part) => /^(f|m|x|female|male|other)$/.test(part)) ?? '';
  const skinTone = /^t(\d{1,2})$/.exec(rest.find((part) => /^t\d{1,2}$/.test(part)) ?? '')?.[1];
  return makeLabel(file, age, { sex, skinTone: skinTone ?? '' });
}

function makeLabel(
  file: string,
  ageText: string,
  said: { sex: string; skinTone: string; person?: string },
): Label {
  const age = /^\d{1,3}$/.test(ageText) ? Number(ageText) : Number.NaN;
  checkFile(file);
  if (!(age <= 120)) throw new Error(`${file}: the age must be a whole number from 0 to 120.`);
  return { file, age, ...groupsOf(file, said), ...(said.person && { person: said.person }) };
}

export function checkFile(file: string): void {
  if (file === '' || /[/\\]/.test(file)) throw new Error(`Not a file of the folder: ${file}.`);
}

/**
 * @returns the groups that a picture belongs to: the person's sex and skin tone, where known
 * @throws Error when the name of a group is not a short word
 */
export function groupsOf(
  file: string,
  said: { sex: string; skinTone: string },
): Pick<Label, 'sex' | 'skinTone'> {
  const word = (name: string, text: string): string => {
    if (!WORD.test(text)) throw new Error(`${file}: ${name} must be one short word.`);
    return text;
  };
  const sex = said.sex.toLowerCase();
  const skinTone = said.skinTone.toLowerCase();
  return {
    ...(sex !== '' && { sex: word('sex', SEXES[sex] ?? sex) }),
    ...(skinTone !== '' && { skinTone: word('skin_tone', skinTone) }),
  };
}
