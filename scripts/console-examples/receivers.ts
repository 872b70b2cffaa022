// The webhook receivers that the console shows next to an unverified endpoint: the files of
// examples/, unchanged.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../examples/receiver/', import.meta.url));
const RECEIVERS = [
  { language: 'Node', name: 'receiver.mjs' },
  { language: 'Python', name: 'receiver.py' },
  { language: 'PHP', name: 'receiver.php' },
] as const;

/** @returns the content of widget/console/dashboard/pages/webhook/receivers.json */
export const consoleReceivers = (): { language: string; name: string; code: string }[] =>
  RECEIVERS.map((receiver) => ({
    ...receiver,
    code: readFileSync(join(FOLDER, receiver.name), 'utf8').trimEnd(),
  }));
