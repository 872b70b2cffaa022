// Before the page opens a link, it checks for every recent browser feature that it uses (D-141).
// The features are found by name in the page's sources.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listFiles } from '../../../contract/source-files.ts';

/**
 * Recent features, most of which were not available in all browsers before 2020, each with a
 * pattern that matches code that uses it.
 */
const YOUNG: Record<string, RegExp> = {
  'AbortSignal.timeout': /\bAbortSignal\.timeout\(/,
  'AbortSignal.any': /\bAbortSignal\.any\(/,
  'Array.fromAsync': /\bArray\.fromAsync\(/,
  'Array.prototype.at': /\.at\(/,
  'Array.prototype.findLast': /\.findLast(Index)?\(/,
  'Array.prototype.toSorted': /\.toSorted\(/,
  'Array.prototype.toReversed': /\.toReversed\(/,
  'Array.prototype.toSpliced': /\.toSpliced\(/,
  createImageBitmap: /\bcreateImageBitmap\(/,
  'crypto.randomUUID': /\brandomUUID\(/,
  'crypto.subtle': /\bcrypto\.subtle\b/,
  'Element.prototype.replaceChildren': /\.replaceChildren\(/,
  'HTMLDialogElement.prototype.showModal': /\.showModal\(/,
  'Iterator helpers': /\.(values|keys|entries)\(\)\.(map|filter|take|drop|toArray|some|find)\(/,
  'Map.groupBy': /\b(Map|Object)\.groupBy\(/,
  'Object.hasOwn': /\bObject\.hasOwn\(/,
  OffscreenCanvas: /\bnew OffscreenCanvas\(/,
  'Promise.any': /\bPromise\.any\(/,
  'Promise.try': /\bPromise\.try\(/,
  'Promise.withResolvers': /\bPromise\.withResolvers\(/,
  'Set methods': /\.(union|intersection|difference|isSubsetOf|isDisjointFrom)\(/,
  'String.prototype.isWellFormed': /\.(isWellFormed|toWellFormed)\(/,
  'String.prototype.replaceAll': /\.replaceAll\(/,
  structuredClone: /\bstructuredClone\(/,
  'URL.canParse': /\bURL\.(canParse|parse)\(/,
  Worker: /\bnew Worker\(/,
};

/** Features that the page can do without: each caller checks first, or catches the error. */
const OPTIONAL: Record<string, string> = {};

const SUPPORT = 'widget/hosted/browser/support.ts';
const sources = listFiles(['widget/hosted', 'src/vision/face', 'src/vision/jpeg'])
  .filter((path) => /\.tsx?$/.test(path) && path !== SUPPORT)
  .map((path) => readFileSync(path, 'utf8'));

it.each(Object.entries(YOUNG))(
  'the support check includes %s if the page calls it',
  (name, call) => {
    const isCalled = sources.some((source) => call.test(source));
    const last = name.split('.').at(-1) ?? name;
    const isTested = readFileSync(SUPPORT, 'utf8').includes(last);
    expect(isCalled && !isTested && !(name in OPTIONAL)).toBe(false);
  },
);
