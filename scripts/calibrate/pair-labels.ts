// Reads which person each picture of a folder shows, so that pictures can be paired. The people are
// named in labels.csv or by the names of subfolders, one for each person.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFile, groupsOf, type Label, parseRows } from './labels.ts';

/** The label of one picture. */
export interface Shown extends Pick<Label, 'file' | 'sex' | 'skinTone'> {
  person: string;
  /**
   * A group in words of the operator's choice, such as `east asian women`. Strangers are only
   * compared within a group.
   */
  group?: string;
}

const isJpeg = (file: string): boolean => /\.jpe?g$/i.test(file);

/**
 * @param folder a folder with `labels.csv` (columns file, person and, where known, sex, skin_tone,
 *   group), or with a folder for each person and, where groups are known, `groups.csv` (columns
 *   person, group)
 * @throws Error that names the first item that cannot be read
 */
export async function readShown(folder: string): Promise<Shown[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.map(({ name }) => name);
  if (!names.includes('labels.csv')) {
    const people = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const groups = names.includes('groups.csv')
      ? parseGroups(await readFile(join(folder, 'groups.csv'), 'utf8'))
      : new Map<string, string>();
    const stranger = [...groups.keys()].find((person) => !people.includes(person));
    if (stranger !== undefined)
      throw new Error(`groups.csv names ${stranger}, of whom there is no folder.`);
    const shown = await Promise.all(
      people.toSorted().map(async (person) => {
        const files = (await readdir(join(folder, person))).filter(isJpeg);
        const group = groups.get(person);
        return files
          .toSorted()
          .map((file) => ({ file: join(person, file), person, ...(group && { group }) }));
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
    const group = checkGroup(cell('group'));
    return { file, person, ...groupsOf(file, said), ...(group && { group }) };
  });
}

const GROUP = /^[a-z0-9][a-z0-9 -]{0,39}$/;

function checkGroup(text: string): string {
  const group = text.toLowerCase();
  if (group !== '' && !GROUP.test(group)) throw new Error(`${text}: a group has short words.`);
  return group;
}

/** @returns the group of each person */
export function parseGroups(text: string): Map<string, string> {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (head.trim().toLowerCase() !== 'person,group')
    throw new Error('groups.csv needs the columns person and group.');
  const groups = new Map<string, string>();
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const [person = '', group = '', ...more] = line.split(',').map((cell) => cell.trim());
    if (person === '' || group === '' || more.length > 0)
      throw new Error(`groups.csv has a row that is not a person and a group: ${line}.`);
    if (groups.has(person)) throw new Error(`groups.csv names ${person} twice.`);
    groups.set(person, checkGroup(group));
  }
  return groups;
}
