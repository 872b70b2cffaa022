// Writes a database into a file, as SQL that an empty database can execute.
import { open, rm } from 'node:fs/promises';
import { dumpDatabase, type Query } from './dump.ts';

/**
 * @throws Error when the file already exists, among other cases; that is noticed before anything is
 *   read
 */
export async function writeBackup(query: Query, name: string): Promise<void> {
  const file = await open(name, 'wx', 0o600);
  try {
    for await (const statement of dumpDatabase(query)) await file.write(`${statement}\n`);
  } catch (error) {
    // Half a database would look like a backup.
    await rm(name);
    throw error;
  } finally {
    await file.close();
  }
}
