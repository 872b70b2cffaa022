// Assigns the people in photographs to groups by FairFace's labels, which are in files with the
// header `file,age,gender,race,…`. In one public copy of these files, a spreadsheet has turned two
// of the age groups into dates.
import { readFileSync } from 'node:fs';

/** Returns the groups of the person in the photograph at a path, such as `Black` or `60-69`. */
export type GroupsOf = (path: string) => readonly string[];

const DATES: Readonly<Record<string, string>> = { '03-Sep': '3-9', 'Oct-19': '10-19' };

/** @param files the label files, in which a photograph is identified by the end of its path */
export function readGroups(files: readonly string[]): GroupsOf {
  const groups = new Map<string, readonly string[]>();
  for (const file of files)
    for (const line of readFileSync(file, 'utf8').split('\n').slice(1)) {
      const [name = '', age = '', gender = '', race = ''] = line.trim().split(',');
      if (name !== '') groups.set(name, [race, gender, DATES[age] ?? age]);
    }
  return (path) => groups.get(path.split('/').slice(-2).join('/')) ?? [];
}
