// `npm run gallery`: renders every state of the hosted page in every language, theme and width into .cache/gallery/ for
// review. Arguments: languages to render. --compare compares with all stored references (the tests compare a few);
// --accept replaces the references, after an intended change.
import { parseArgs } from 'node:util';
import { STATES } from '../test/gallery/states/all-states.ts';
import { ALL_SHEETS, KEPT_SHEETS } from '../test/gallery/support/selection.ts';
import {
  acceptReferences,
  compareWithReferences,
  drawToLook,
} from '../test/gallery/support/sheets.ts';
import { buildAssets } from './build.ts';

const HELP = `npm run gallery -- [--compare | --accept] [LANGUAGE …]

Renders every state of the hosted page into .cache/gallery/, in every language or in those named (en de …).
  --compare  compares with the stored references instead; ends with 1 when a state looks different
  --accept   replaces the stored references, after an intended change; languages do not matter`;

const { values, selected } = readArguments();
if (values.help) console.log(HELP);
else await render();

async function render(): Promise<void> {
  await buildAssets();
  const started = performance.now();
  if (values.compare) await compare();
  else if (values.accept) report(await acceptReferences(STATES), 'test/gallery/references');
  else report(await drawToLook(STATES, ALL_SHEETS.filter(isWanted)), '.cache/gallery');
  console.log(`It took ${((performance.now() - started) / 1000).toFixed(0)} s.`);
}

/** Ends the process at what it does not know, before anything is rendered. */
function readArguments() {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values: given, positionals } = parseArgs({
      options: { compare: flag, accept: flag, help: { ...flag, short: 'h' } },
      allowPositionals: true,
    });
    const known = new Set<string>(ALL_SHEETS.map(({ language }) => language));
    const unknown = positionals.filter((language) => !known.has(language));
    if (unknown.length > 0) throw new Error(`No such language: ${unknown.join(', ')}.`);
    return { values: given, selected: positionals };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    process.exit(1);
  }
}

async function compare(): Promise<void> {
  const findings = await compareWithReferences(STATES, KEPT_SHEETS.filter(isWanted));
  for (const { sheet, differences, picture } of findings)
    console.log(`${sheet}: ${JSON.stringify(differences)}, see ${picture}`);
  if (findings.length > 0) process.exitCode = 1;
  else console.log('Every state looks as on its reference.');
}

function isWanted({ language }: { language: string }): boolean {
  return selected.length === 0 || selected.includes(language);
}

function report(sizes: ReadonlyMap<string, number>, folder: string): void {
  const kilobytes = [...sizes.values()].map((bytes) => bytes / 1000);
  const total = kilobytes.reduce((sum, size) => sum + size, 0);
  console.log(`${STATES.length} states on ${sizes.size} sheets in ${folder}:`);
  console.log(`${total.toFixed(0)} kB, at most ${Math.max(...kilobytes).toFixed(0)} kB each.`);
}
