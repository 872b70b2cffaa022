// Checks law files that an operator has written, and prints the settings that add them to the
// service (docs/jurisdictions.md):
//   npm run law -- XA.json XB.json
import { readFileSync } from 'node:fs';
import { parseJurisdiction } from '../src/config/jurisdiction.ts';
import { OPERATOR_SETTINGS } from '../src/config/jurisdictions.ts';
import { readArguments } from './read-options.ts';

const USAGE = 'npm run law -- XA.json XB.json';

/** The maximum length of a setting, which the platform limits to 5 kB. */
const MAX_BYTES = 5_000;

/** @returns the settings, one line each, or the errors found in each file */
export function settingsOf(files: readonly { name: string; text: string }[]): {
  settings: string[];
  faults: string[];
} {
  const faults = files.flatMap(({ name, text }) => {
    const fault = faultOf(text);
    return fault === undefined ? [] : [`${name}: ${fault}`];
  });
  if (faults.length > 0) return { settings: [], faults };
  const packed: string[][] = [];
  for (const { text } of files) {
    const file = JSON.stringify(JSON.parse(text));
    const last = packed.at(-1);
    if (last !== undefined && isShort([...last, file])) last.push(file);
    else packed.push([file]);
  }
  const tooMuch = packed.length > OPERATOR_SETTINGS.length || !packed.every(isShort);
  if (tooMuch)
    return {
      settings: [],
      faults: [
        `This is more than ${OPERATOR_SETTINGS.length} settings of ${MAX_BYTES} bytes can hold: shorten notes, or split a file.`,
      ],
    };
  return {
    settings: packed.map((list, n) => `${OPERATOR_SETTINGS[n] ?? ''}=[${list.join(',')}]`),
    faults: [],
  };
}

const isShort = (list: readonly string[]): boolean =>
  Buffer.byteLength(`[${list.join(',')}]`) <= MAX_BYTES;

function faultOf(text: string): string | undefined {
  try {
    const parsed = parseJurisdiction(JSON.parse(text));
    return typeof parsed === 'string' ? parsed : undefined;
  } catch {
    return 'this is not JSON.';
  }
}

if (import.meta.main) {
  const { positionals: names } = readArguments(USAGE, {});
  if (names.length === 0) console.error(USAGE);
  const files = names.map((name) => ({ name, text: readFileSync(name, 'utf8') }));
  const { settings, faults } = settingsOf(files);
  for (const line of settings) console.log(line);
  for (const fault of faults) console.error(fault);
  if (names.length === 0 || faults.length > 0) process.exitCode = 1;
}
