// Generates the synchronous client of the Python SDK from the asyncio client, so that both always
// behave identically. Pure.

const HEADER = '# Generated from _async.py: run `npm run generate:wire`, do not edit.\n';

/** The replacements, applied in this order. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/^(?:#[^\n]*\n)+/, ''],
  [/\bAwaitable\[([\w.]+)\]/g, '$1'],
  [/\bhttpx\.AsyncClient\b/g, 'httpx.Client'],
  [/\bAsyncIterator\b/g, 'Iterator'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\basync (?=def|for|with)/g, ''],
  [/\bawait /g, ''],
  [/\b__a(?=enter__|exit__)/g, '__'],
  [/\baclose\b/g, 'close'],
  [/\basyncio\.sleep\b/g, 'time.sleep'],
  [/\bimport asyncio\b/g, 'import time'],
];

/**
 * @param source the text of _async.py
 * @returns the text of _sync.py
 */
export const pythonSync = (source: string): string =>
  HEADER + REPLACED.reduce((text, [pattern, by]) => text.replace(pattern, by), source);
