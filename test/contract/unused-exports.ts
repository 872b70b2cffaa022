// Finds exports that no other file imports.
import { matchesGlob } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** Exports that are used without an import in the source files, and what uses them. */
const TAKEN_ELSEWHERE: readonly { path: string; names: RegExp; by: string }[] = [
  { path: 'src/index.ts', names: /./, by: 'the runtime: handlers and Durable Object classes' },
  {
    path: 'src/workers/face/index.ts',
    names: /^default$/,
    by: 'the runtime, for the binding FACE',
  },
  { path: 'src/workers/documents/index.ts', names: /^default$/, by: 'the runtime, for DOCUMENTS' },
  { path: 'src/workers/wallet/index.ts', names: /^default$/, by: 'the runtime, for WALLET' },
  { path: 'examples/*/src/index.ts', names: /^default$/, by: 'the runtime' },
  { path: '{*,widget/*}.config.ts', names: /^default$/, by: 'the tool that the file configures' },
  {
    path: 'src/routes/docs.ts',
    names: /^describeApi$/,
    by: 'scripts/load-description.ts, through Vite',
  },
  { path: 'widget/console/api/wire.ts', names: /^Wire/, by: 'other types: it has all of a call' },
  { path: 'sdk/src/index.ts', names: /./, by: 'programs that install the SDK' },
  { path: 'widget/embed/embed.ts', names: /./, by: 'pages that load the embed script' },
  { path: 'bench/oauth/peers/*.mjs', names: /^default$/, by: 'the runtime, started by path' },
  {
    path: 'test/support/counted/far/worker.ts',
    names: /^default$/,
    by: 'the runtime, for bench/far',
  },
  {
    path: 'test/support/counted/growth-worker.ts',
    names: /^default$/,
    by: 'the runtime, for bench/growth',
  },
  {
    path: 'test/support/counted/metered/worker.ts',
    names: /./,
    by: 'the runtime, for bench/cost',
  },
  { path: 'test/**/global-setup.ts', names: /^(default|setup|teardown)$/, by: 'vitest' },
  { path: 'test/support/browser/environment.ts', names: /^default$/, by: 'vitest' },
];

/**
 * @param files every file that may import another
 * @returns every unused export as `path: name`, in the order of `files`
 */
export function findUnusedExports(files: readonly SourceFile[]): string[] {
  const taken = new Map<string, Set<string>>();
  for (const { imports } of files)
    for (const { to, names } of imports) {
      const known = taken.get(to) ?? new Set();
      for (const name of names) known.add(name);
      taken.set(to, known);
    }
  return files.flatMap(({ path, exports }) => {
    const used = taken.get(path) ?? new Set();
    // A namespace or dynamic import may use any export.
    if (used.has('*')) return [];
    return exports
      .filter((name) => !used.has(name) && !isTakenElsewhere(path, name))
      .map((name) => `${path}: ${name}`);
  });
}

function isTakenElsewhere(path: string, name: string): boolean {
  return TAKEN_ELSEWHERE.some((rule) => matchesGlob(path, rule.path) && rule.names.test(name));
}
