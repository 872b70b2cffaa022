// The texts in widget/locales, read for the tests.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Messages } from '../../src/language/translate.ts';

export const LOCALES = fileURLToPath(new URL('../../widget/locales', import.meta.url));

async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(LOCALES, name), 'utf8'));
}

export const languages =
  await readJson<Record<string, { name: string; dir: string }>>('languages.json');
export const codes = Object.keys(languages);

/** Names of the files with texts. */
export const files = (await readdir(LOCALES)).filter(
  (name) => name.endsWith('.json') && name !== 'languages.json',
);

/**
 * The folder with the texts that load with the document step. In this folder and in those named
 * below, the files have the same names as in widget/locales.
 */
const DOCUMENT = 'document';
/** The folders with the texts about accounts and with the texts in the bar of test sessions. */
const ACCOUNT = 'account';
const SANDBOX = 'sandbox';
/** Texts about problems with a document. */
const PROBLEM = 'problem';
/** Texts that replace the page's usual texts in a face check. */
const FACE = 'face';
/** Texts about gestures, which load with the part of the page that uses the camera. */
const GESTURES = 'gestures';
/** Texts about age passes, which load with the part of the page that presents passes. */
const PASSES = 'passes';
/** Texts about age keys, which load with the part of the page that uses the keys. */
const KEY = 'key';
/** Texts of the wallet step, which load on their own and have short keys. */
const WALLET = 'wallet';
/** Texts that explain why a check has failed. */
const REASON = 'reason';
for (const folder of [
  REASON,
  DOCUMENT,
  ACCOUNT,
  SANDBOX,
  PROBLEM,
  FACE,
  GESTURES,
  PASSES,
  KEY,
  WALLET,
])
  if ((await readdir(join(LOCALES, folder))).toSorted().join() !== files.toSorted().join())
    throw new Error(`widget/locales/${folder} has other languages.`);

/**
 * Reads a file of texts and prefixes each key with the folder's name. Without the prefix, the keys
 * would collide with the keys of another file.
 */
const readNamed = async (folder: string, name: string): Promise<Messages> =>
  Object.fromEntries(
    Object.entries(await readJson<Messages>(join(folder, name))).map(([key, text]) => [
      `${folder}.${key}`,
      text,
    ]),
  );

/** The texts from all files, by language code. */
export const texts: Record<string, Messages> = Object.fromEntries(
  await Promise.all(
    files.map(async (name) => [
      name.slice(0, -'.json'.length),
      {
        ...(await readJson<Messages>(name)),
        ...(await readJson<Messages>(join(REASON, name))),
        ...(await readJson<Messages>(join(DOCUMENT, name))),
        ...(await readJson<Messages>(join(ACCOUNT, name))),
        ...(await readJson<Messages>(join(SANDBOX, name))),
        ...(await readJson<Messages>(join(PROBLEM, name))),
        ...(await readJson<Messages>(join(GESTURES, name))),
        ...(await readJson<Messages>(join(PASSES, name))),
        ...(await readJson<Messages>(join(KEY, name))),
        ...(await readNamed(FACE, name)),
        ...(await readNamed(WALLET, name)),
      },
    ]),
  ),
);
export const english = texts['en'] ?? {};

/** Removes the plural form from a key: `retry.attempts_left#few` becomes `retry.attempts_left`. */
export const baseOf = (key: string): string => key.split('#')[0] ?? key;

/** The English text for a key; for a plural form, the `other` form. */
export const englishOf = (key: string): string =>
  english[key.includes('#') ? `${baseOf(key)}#other` : key] ?? '';
