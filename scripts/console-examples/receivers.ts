// The receivers of webhooks that the console shows beside an endpoint that has to prove itself: those of examples/, as they are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../examples/receiver/', import.meta.url));
const RECEIVERS = [
  { language: 'Node', name: 'receiver.mjs' },
  { language: 'Python', name: 'receiver.py' },
  { language: 'PHP', name: 'receiver.php' },
] as const;

/** @returns what widget/console/dashboard/pages/webhook/receivers.json has */
export const consoleReceivers = (): { language: string; name: string; code: string }[] =>
  RECEIVERS.map((receiver) => ({
    ...receiver,
    code: readFileSync(join(FOLDER, receiver.name), 'utf8').trimEnd(),
  }));
