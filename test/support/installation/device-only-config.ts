// The service's configuration without the Workers for faces and documents, as an installation on the free plan has it: what tests run with,
// unless they pass a measurer of their own (face.ts). And without the consumer of mails: they stay in their table, where tests read them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const MAIL_CONSUMER = /^\[\[queues\.consumers\]\]\nqueue = "agate-mail"\n(?:\w.*\n)+/m;

/** @returns the path of a copy of wrangler.toml that binds no other Worker and sends no mail */
export function writeDeviceOnlyConfig(): string {
  const absolute = (path: string) => JSON.stringify(join(ROOT, path));
  const config = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')
    .replaceAll(/^\[\[services\]\]\n(?:\w.*\n)+/gm, '')
    .replace(MAIL_CONSUMER, '')
    .replace('"src/index.ts"', absolute('src/index.ts'))
    .replace('"../dist/assets"', absolute('dist/assets'));
  const folder = join(ROOT, '.cache/test');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'wrangler.toml');
  writeFileSync(path, config);
  return path;
}
