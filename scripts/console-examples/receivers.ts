// The webhook receivers that the docs show, and that the console shows next to an unverified
// endpoint: unchanged copies of the files in examples/.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../examples/receiver/', import.meta.url));
export const RECEIVERS = [
  { language: 'Node', name: 'receiver.mjs', highlighted: 'javascript' },
  { language: 'Python', name: 'receiver.py', highlighted: 'python' },
  { language: 'PHP', name: 'receiver.php', highlighted: 'php' },
] as const;

/** @returns the content of widget/console/dashboard/pages/webhook/receivers.json */
export const consoleReceivers = (): { language: string; name: string; code: string }[] =>
  RECEIVERS.map(({ language, name }) => ({
    language,
    name,
    code: readFileSync(join(FOLDER, name), 'utf8').trimEnd(),
  }));
