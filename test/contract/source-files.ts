// Reads the repository's own source: its files, and what each of them imports.
import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';

export interface Import {
  /**
   * The path from the repository's root for a relative import; otherwise the package's name as
   * written.
   */
  to: string;
  relative: boolean;
  /** Whether the statement is `import type` or `export type`, which do not exist at run time. */
  typeOnly: boolean;
  /**
   * The imported names as the exporter declares them: `default`, or `*` for the whole namespace.
   */
  names: string[];
  /** Whether the statement is `export … from`. */
  reExport: boolean;
}

export interface SourceFile {
  path: string;
  lines: number;
  imports: Import[];
  /** The exported names as other files import them, without re-exports. */
  exports: string[];
}

const CODE = /\.(ts|tsx|mjs)$/;
const GENERATED = new Set(['src/env.d.ts']);
/** Folders created by running recipes; .gitignore lists the same folders. */
const INSTALLED = /^examples\/recipes\/[^/]+\/(\.venv|bin|build|obj|target|vendor)\//;

/**
 * @param folders folders below the repository's root; missing ones count as empty
 * @returns the files' paths from the root, sorted
 */
export function listFiles(folders: readonly string[]): string[] {
  const present = new Set(readdirSync('.'));
  return folders
    .filter((folder) => present.has(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => posix.join(entry.parentPath, entry.name)),
    )
    .filter((path) => !INSTALLED.test(path))
    .filter((path) => !GENERATED.has(path) && !/(^|\/)(node_modules|dist|\.wrangler)\//.test(path))
    .sort();
}

export function readSourceFiles(folders: readonly string[]): SourceFile[] {
  return listFiles(folders)
    .filter((path) => CODE.test(path))
    .map(readSourceFile);
}

export function readSourceFile(path: string): SourceFile {
  return parseSource(path, readFileSync(path, 'utf8'));
}

/**
 * @param path the file's path, against which relative imports are resolved
 * @throws Error if the source does not parse
 */
export function parseSource(path: string, source: string): SourceFile {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const imports = [
    ...module.staticImports.map((statement) =>
      describe(statement, statement.moduleRequest.value, {
        names: statement.entries.map(({ importName }) => nameOf(importName)),
        reExport: false,
      }),
    ),
    ...module.staticExports.flatMap((statement) => {
      const passedOn = statement.entries.filter((entry) => entry.moduleRequest);
      const request = passedOn[0]?.moduleRequest;
      if (!request) return [];
      const names = passedOn.map(({ importName }) => nameOf(importName));
      return [describe(statement, request.value, { names, reExport: true })];
    }),
    ...module.dynamicImports.map(({ start, end, moduleRequest }) => {
      const literal = source.slice(moduleRequest.start + 1, moduleRequest.end - 1);
      const names = destructuredNames(source.slice(0, start)) ?? ['*'];
      return describe({ start, end }, literal, { names, reExport: false });
    }),
    ...[...source.matchAll(/(?<!await )\bimport\('(\.[^']+)'\)\.(?!then\b)(\w+)/g)].map(
      ([type, request = '', name = '']) => {
        const start = source.indexOf(type);
        const range = { start, end: start + type.length };
        return { ...describe(range, request, { names: [name], reExport: false }), typeOnly: true };
      },
    ),
  ];
  const exports = module.staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ moduleRequest }) => !moduleRequest)
    .map(({ exportName }) => nameOf(exportName));
  return { path, lines: source.split('\n').length - 1, imports, exports };

  function describe(
    range: { start: number; end: number },
    request: string,
    rest: Pick<Import, 'names' | 'reExport'>,
  ): Import {
    const relative = request.startsWith('.');
    const bare = request.replace(/\?.*$/, '');
    return {
      to: relative ? posix.join(posix.dirname(path), bare) : bare,
      relative,
      // In `import { type A }` the import itself remains at run time (verbatimModuleSyntax).
      typeOnly: /^(import|export)\s+type\b/.test(source.slice(range.start, range.end)),
      ...rest,
    };
  }
}

/** Finds the files that `start` imports at run time, directly or indirectly. */
export function reachableFrom(start: string, files: readonly SourceFile[]): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const { to, relative, typeOnly } of byPath.get(path)?.imports ?? []) {
      if (!relative || typeOnly || seen.has(to)) continue;
      seen.add(to);
      waiting.push(to);
    }
  }
  return seen;
}

function nameOf({ kind, name }: { kind: string; name: string | null }): string {
  return name ?? (kind === 'Default' ? 'default' : '*');
}

/** @param before the source up to a dynamic import: `… const { a, b } = await ` */
function destructuredNames(before: string): string[] | undefined {
  const [, list] = /\{([^{}]*)\}\s*=\s*await\s*$/.exec(before) ?? [];
  return list?.split(',').flatMap((one) => one.trim().split(':')[0]?.trim() || []);
}
