// Who the pictures of a folder show, to make pairs of them: from labels.csv, or from a folder for each person.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFile, groupsOf, type Label, parseRows } from './labels.ts';

/** Of one picture. */
export interface Shown extends Pick<Label, 'file' | 'sex' | 'skinTone'> {
  person: string;
}

const isJpeg = (file: string): boolean => /\.jpe?g$/i.test(file);

/**
 * @param folder with `labels.csv` (columns file, person and, where known, sex, skin_tone), or with a folder for each person
 * @throws Error that names the first thing that cannot be read
 */
export async function readShown(folder: string): Promise<Shown[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.map(({ name }) => name);
  if (!names.includes('labels.csv')) {
    const people = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const shown = await Promise.all(
      people.toSorted().map(async (person) => {
        const files = (await readdir(join(folder, person))).filter(isJpeg);
        return files.toSorted().map((file) => ({ file: join(person, file), person }));
      }),
    );
    return shown.flat();
  }
  const shown = parseShown(await readFile(join(folder, 'labels.csv'), 'utf8'));
  const missing = shown.find(({ file }) => !names.includes(file));
  if (missing !== undefined)
    throw new Error(`labels.csv names ${missing.file}, which is not there.`);
  return shown;
}

export function parseShown(text: string): Shown[] {
  return parseRows(text, ['file', 'person']).map((cell) => {
    const [file, person] = [cell('file'), cell('person')];
    checkFile(file);
    if (person === '') throw new Error(`${file}: it must say whom it shows.`);
    const said = { sex: cell('sex'), skinTone: cell('skin_tone') };
    return { file, person, ...groupsOf(file, said) };
  });
}
