// The service's configuration without the Workers for faces, documents and wallets, as on the free
// plan. Tests use it unless they bind their own measurer (scripted-face.ts). It also has no
// consumer for the mail queue, so that emails stay in their table, where tests read them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const MAIL_CONSUMER = /^\[\[queues\.consumers\]\]\nqueue = "agate-mail"\n(?:\w.*\n)+/m;

/** @returns the path of a copy of wrangler.toml that binds no other Worker and sends no email */
export function writeDeviceOnlyConfig(): string {
  const config = [
    { written: /^\[\[services\]\]\n(?:\w.*\n)+/gm, instead: '' },
    { written: MAIL_CONSUMER, instead: '' },
    { written: /"src\/index\.ts"/, instead: absolute('src/index.ts') },
    { written: /"\.\/dist\/assets"/, instead: absolute('dist/assets') },
  ].reduce(replaceWritten, readFileSync(join(ROOT, 'wrangler.toml'), 'utf8'));
  const folder = join(ROOT, '.cache/test');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'wrangler.toml');
  writeFileSync(path, config);
  return path;
}

const absolute = (path: string): string => JSON.stringify(join(ROOT, path));

/**
 * @throws Error when wrangler.toml no longer contains the text to be replaced, since tests would
 *   then run with an unexpected configuration
 */
function replaceWritten(text: string, { written, instead }: { written: RegExp; instead: string }) {
  const next = text.replace(written, instead);
  if (next === text) throw new Error(`wrangler.toml has nothing like ${written.source}`);
  return next;
}
