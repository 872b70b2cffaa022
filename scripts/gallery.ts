// `npm run gallery`: renders every state of the hosted page in every language, theme and width into
// .cache/gallery/ for review. Arguments: the languages to render, or --consoles to render the pages
// of both consoles instead. --compare compares the pictures with all stored references, of which
// the tests compare only a few; --accept replaces the references, after an intended change.
import { parseArgs } from 'node:util';
import { ALL_SHEETS, KEPT_SHEETS } from '../test/gallery/support/selection.ts';
import type { Finding } from '../test/gallery/support/sheets.ts';

const HELP = `npm run gallery -- [--compare | --accept] [LANGUAGE … | --consoles]

Renders every state of the hosted page into .cache/gallery/, in every language or in those named (en de …).
  --compare  compares with the stored references instead; ends with 1 when a state looks different
  --accept   replaces the stored references, after an intended change; languages do not matter
  --consoles the pages of both consoles instead of the hosted page's states`;

const { values, selected } = readArguments();
if (values.help) console.log(HELP);
else if (values.consoles) await renderConsoles();
else await render();

/**
 * Imports the browser and the bundler only when rendering, so that `--help` need not wait for them.
 */
async function render(): Promise<void> {
  const { buildAssets } = await import('./build.ts');
  const { STATES } = await import('../test/gallery/states/all-states.ts');
  const sheets = await import('../test/gallery/support/sheets.ts');
  await buildAssets();
  const started = performance.now();
  if (values.compare)
    reportDifferences(await sheets.compareWithReferences(STATES, KEPT_SHEETS.filter(isWanted)));
  else if (values.accept)
    report(STATES.length, await sheets.acceptReferences(STATES), 'test/gallery/references');
  else
    report(
      STATES.length,
      await sheets.drawToLook(STATES, ALL_SHEETS.filter(isWanted)),
      '.cache/gallery',
    );
  console.log(`It took ${((performance.now() - started) / 1000).toFixed(0)} s.`);
}

async function renderConsoles(): Promise<void> {
  const { buildAssets } = await import('./build.ts');
  const { CONSOLE_STATES } = await import('../test/gallery/consoles/states/all-states.ts');
  const sheets = await import('../test/gallery/consoles/console-references.ts');
  await buildAssets();
  if (values.accept) {
    console.log((await sheets.acceptConsoles(CONSOLE_STATES)).join('\n'));
    return;
  }
  const { faults, ...found } = values.compare
    ? await sheets.compareConsoles(CONSOLE_STATES)
    : await sheets.drawConsoles(CONSOLE_STATES);
  console.log(JSON.stringify(found, undefined, 2));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0 || ('differences' in found && found.differences.length > 0))
    process.exitCode = 1;
}

/** Exits on an unknown argument, before anything is rendered. */
function readArguments() {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values: given, positionals } = parseArgs({
      options: { compare: flag, accept: flag, consoles: flag, help: { ...flag, short: 'h' } },
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

function reportDifferences(findings: readonly Finding[]): void {
  for (const { sheet, differences, picture } of findings)
    console.log(`${sheet}: ${JSON.stringify(differences)}, see ${picture}`);
  if (findings.length > 0) process.exitCode = 1;
  else console.log('Every state looks as on its reference.');
}

function isWanted({ language }: { language: string }): boolean {
  return selected.length === 0 || selected.includes(language);
}

function report(states: number, sizes: ReadonlyMap<string, number>, folder: string): void {
  const kilobytes = [...sizes.values()].map((bytes) => bytes / 1000);
  const total = kilobytes.reduce((sum, size) => sum + size, 0);
  console.log(`${states} states on ${sizes.size} sheets in ${folder}:`);
  console.log(`${total.toFixed(0)} kB, at most ${Math.max(...kilobytes).toFixed(0)} kB each.`);
}
