import { readFileSync } from 'node:fs';
import { basename, matchesGlob } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PAGE_INPUTS } from '../scripts/build-inputs.ts';
import { findForeignCalls } from './contract/console-calls.ts';
import { findFunctions } from './contract/function-lengths.ts';
import { forbiddenImports } from './contract/import-rules.ts';
import {
  listFiles,
  parseSource,
  reachableFrom,
  readSourceFiles,
  type SourceFile,
} from './contract/source-files.ts';

const RULED = ['src', 'widget', 'sdk', 'examples'];
const EVERYWHERE = [...RULED, 'test', 'scripts', 'bench'];
const BARRELS = /^(src\/(index|routes\/[^/]+\/index|db\/schema\/index)|sdk\/src\/index)\.ts$/;
const DRAWERS = /^(utils?|helpers?|common|misc|managers?|services?|types)$/;
const MAX_LINES = 400;
/**
 * The maximum number of lines in a file of the hosted page. Without this limit, its controllers
 * would grow into a single file.
 */
const MAX_PAGE_LINES = 250;
const MAX_FUNCTION_LINES = 60;

const ruled = readSourceFiles(RULED);

describe('imports', () => {
  test('follow the table of allowed imports', () => {
    expect(ruled.flatMap(forbiddenImports)).toEqual([]);
  });

  test.each([
    ['src/routes/verify/init.ts', "import { a } from '../../domain/customers/tenants/store.ts';"],
    ['src/routes/verify/init.ts', "import { a } from '../hosted/session-route.ts';"],
    ['src/domain/verification/tokens.ts', "import { a } from '../accounts/store.ts';"],
    ['src/domain/openid/grants/claims.ts', "import { a } from '../clients/store.ts';"],
    ['src/domain/openid/grants/store.ts', "import { a } from '../../accounts/store.ts';"],
    ['src/domain/customers/tenants/api-keys.ts', "import { a } from '../../../db/client.ts';"],
    [
      'src/domain/customers/tenants/api-keys.ts',
      "import { a } from '../../../../http/envelope.ts';",
    ],
    [
      'src/domain/customers/tenants/api-keys.ts',
      "import { A } from '../../../objects/rate-limiter.ts';",
    ],
    [
      'src/domain/verification/rules/age/age.ts',
      "import { a } from '../../../../vision/face/face-engine.ts';",
    ],
    ['src/domain/accounts/account.ts', "import { a } from '../signing-in/sessions/sign-in.ts';"],
    ['src/domain/terms/locale.ts', "import type { A } from '../accounts/account.ts';"],
    ['src/domain/verification/rules/age/age.ts', "export { env } from 'cloudflare:workers';"],
    ['src/objects/rate-limiter.ts', "import type { A } from '../context.ts';"],
    ['src/vision/face/mesh.ts', "const a = await import('../../crypto/hash.ts');"],
    ['src/vision/documents/mrz.ts', "import { a } from '../face/mesh.ts';"],
    ['src/workers/documents/read.ts', "import { a } from '../../config/config.ts';"],
    ['src/workers/wallet/judge.ts', "import { a } from '../../config/config.ts';"],
    ['src/workers/wallet/judge.ts', "import { a } from '@hpke/core';"],
    ['src/workers/face/measure.ts', "import { a } from '../../config/config.ts';"],
    [
      'src/workers/face/measure.ts',
      "import type { A } from '../../../domain/customers/tenants/api-keys.ts';",
    ],
    [
      'src/domain/customers/tenants/api-keys.ts',
      "import { a } from '../../../workers/face/measure.ts';",
    ],
    ['src/crypto/hash.ts', "import { Hono } from 'hono/tiny';"],
    [
      'widget/hosted/requests/api.ts',
      "import type { A } from '../../../src/routes/hosted/schemas.ts';",
    ],
    [
      'widget/hosted/requests/api.ts',
      "import { a } from '../../../src/domain/verification/rules/session/reasons.ts';",
    ],
    ['widget/hosted/requests/api.ts', "import type { A } from '../../../src/errors.ts';"],
    ['widget/console/app.tsx', "import { a } from '../hosted/requests/api.ts';"],
    ['widget/console/app.tsx', "import { a } from '../../src/domain/customers/team/team.ts';"],
    ['widget/console/app.tsx', "import type { A } from '../../src/errors.ts';"],
    ['widget/console/app.tsx', "import { render } from 'preact';"],
    ['widget/console/session/keeper.ts', "import createClient from 'openapi-fetch';"],
    ['widget/hosted/app.tsx', "import { useState } from 'react';"],
    ['examples/shop/src/index.ts', "import type { A } from '../../../src/errors.ts';"],
    ['src/routes/admin/index.ts', "import { a } from '../../db/run-together.ts';"],
    ['src/novelty/thing.ts', ''],
  ])('the table refuses, in %s: %s', (path, source) => {
    expect(forbiddenImports(parseSource(path, source))).toHaveLength(1);
  });

  test.each([
    [
      'src/domain/customers/tenants/api-keys.ts',
      "import type { A } from '../../../objects/rate-limiter.ts';",
    ],
    ['src/domain/customers/tenants/api-keys.ts', "import { a } from './store.ts';"],
    [
      'src/domain/customers/tenants/api-keys.ts',
      "import { a } from '../../../db/run-together.ts';",
    ],
    [
      'src/domain/customers/tenants/api-keys.ts',
      "import { a } from '../../verification/store.ts';",
    ],
    ['widget/hosted/requests/api.ts', "import type { A } from '../wire.ts';"],
    [
      'widget/hosted/requests/api.ts',
      "import type { A } from '../../../src/domain/verification/rules/session/reasons.ts';",
    ],
    [
      'src/domain/verification/rules/age/age.ts',
      "import { ACTIONS } from '../../../../vision/face/challenge.ts';",
    ],
    [
      'src/domain/signing-in/authentication/devices.ts',
      "import { a } from '../sessions/store.ts';",
    ],
    ['src/workers/face/measure.ts', "import { a } from '../../vision/face/mesh.ts';"],
  ])('the table allows, in %s: %s', (path, source) => {
    expect(forbiddenImports(parseSource(path, source))).toEqual([]);
  });

  test('an object reaches neither the database nor the request context, however indirectly', () => {
    const reached = ruled
      .filter(({ path }) => path.startsWith('src/objects/'))
      .flatMap(({ path }) => [...reachableFrom(path, ruled)]);
    expect(
      reached.filter((path) => /^src\/(db\/|context\.ts|domain\/.*\/store\.ts)/.test(path)),
    ).toEqual([]);
  });

  test('form no cycle, type imports included', () => {
    expect(findCircles(readSourceFiles(EVERYWHERE))).toEqual([]);
    const back = ["export { a } from './a.ts';", "import type { A } from './a.ts';"];
    for (const source of back) {
      const circle = [
        parseSource('src/a.ts', "import { b } from './b.ts';"),
        parseSource('src/b.ts', source),
      ];
      expect(findCircles(circle)).not.toEqual([]);
    }
  });

  test('of bindings are not allowed: bindings come from the context', () => {
    const takers = ruled.filter(({ path, imports }) =>
      imports.some(
        ({ to, names }) =>
          path.startsWith('src/') && to === 'cloudflare:workers' && names.includes('env'),
      ),
    );
    expect(takers.map(({ path }) => path)).toEqual([]);
    const touching = ruled.filter(
      ({ path }) =>
        /^src\/(routes|http|domain)\//.test(path) &&
        /\b(c|context)\.env\b/.test(readFileSync(path, 'utf8')),
    );
    expect(touching.map(({ path }) => path)).toEqual([]);
  });

  test('of the pages from outside their folders are inputs of the page build', () => {
    const imported = ruled
      .filter(({ path }) => /^widget\/(console|embed|hosted|portal)\//.test(path))
      .flatMap(({ path }) => [...reachableFrom(path, ruled)]);
    const isInput = (path: string) => PAGE_INPUTS.some((glob) => matchesGlob(path, glob));
    expect([...new Set(imported)].filter((path) => !isInput(path))).toEqual([]);
    expect(isInput('src/config/config.ts')).toBe(false);
  });

  test('do not go through barrel files', () => {
    const barrels = ruled.filter(
      ({ path, imports }) => imports.some(({ reExport }) => reExport) && !BARRELS.test(path),
    );
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });
});

describe('the consoles', () => {
  const PAGE = 'widget/console/dashboard/pages/home/home.tsx';

  test('call only their own APIs, through one module', () => {
    const files = listFiles(['widget'])
      .filter((path) => /^widget\/console\/.*\.tsx?$/.test(path))
      .map((path) => [path, readFileSync(path, 'utf8')] as const);
    expect(files.length).toBeGreaterThan(150);
    expect(files.flatMap(([path, source]) => findForeignCalls(path, source))).toEqual([]);
  });

  test.each([
    "const a = await fetch('/dashboard/v1/settings');",
    "const a = await globalThis.fetch('/dashboard/v1/settings');",
    'const send = window.fetch;',
    "const a = new WebSocket('/live');",
    "navigator.sendBeacon('/seen', '1');",
    "await fetchOrThrow(new Request('/verify/v1/init'));",
    "await fetchOrThrow(new Request('https://example.com/dashboard/v1/settings'));",
    'await fetchOrThrow(new Request(address));',
    'await client.GET(`/${surface}/v2/settings`);',
    "await client.POST('/oauth/token');",
  ])('a call outside that module is found: %s', (source) => {
    expect(findForeignCalls(PAGE, `\n${source}`)).toEqual([`${PAGE}:2`]);
  });

  test.each([
    "await client.GET('/dashboard/v1/settings');",
    'await client.POST(`/${name}/v1/auth/2fa/setup`);',
    'await fetchOrThrow(new Request(`/console/v1/${name}/login`));',
    'const client = createClient({ fetch: (request) => send(request) });',
    'await query.refetch();',
  ])('an allowed call passes: %s', (source) => {
    expect(findForeignCalls(PAGE, source)).toEqual([]);
  });
});

/**
 * Files generated by `npm run generate:wire`, which are exempt from the line limits: they have one
 * line for each call and each member.
 */
const GENERATED = [
  'sdk/src/wire.ts',
  'widget/console/api/wire.ts',
  'widget/hosted/requests/wire.ts',
];

describe('files', () => {
  const files = listFiles(EVERYWHERE);

  test(`are at most ${MAX_LINES} lines long, and those of the hosted page ${MAX_PAGE_LINES}`, () => {
    const code = files.filter(
      (path) => /\.(ts|tsx|mjs|css|html)$/.test(path) && !GENERATED.includes(path),
    );
    const long = code.filter((path) => {
      const most = path.startsWith('widget/hosted/') ? MAX_PAGE_LINES : MAX_LINES;
      return readFileSync(path, 'utf8').split('\n').length > most + 1;
    });
    expect(long).toEqual([]);
  });

  test('have kebab-case names that say what they contain', () => {
    // File names prescribed by tools and conventions, such as Cloudflare's `_headers` next to the
    // assets, or a Java file named after its class.
    const given = ['_headers', 'README.md', 'LICENSE', 'Gemfile', 'Recipe.java', 'py.typed'];
    const named = files.filter((path) => !given.includes(basename(path)));
    const odd = named.filter((path) => {
      // The names of Python modules contain underscores instead of hyphens, and the names of
      // private modules start with an underscore (PEP 8).
      const isPython = path.startsWith('sdk/python/');
      const written = isPython ? path.replace(/\/_+/, '/').replaceAll('_', '-') : path;
      const [name = ''] = basename(written).replace(/-+\./, '.').split('.');
      return (
        !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) ||
        path.split(/[/.]/).some((part) => DRAWERS.test(part))
      );
    });
    expect(odd).toEqual([]);
  });
});

describe('functions', () => {
  test(`are at most ${MAX_FUNCTION_LINES} lines long, components of the pages included`, () => {
    const long = ruled.flatMap(({ path }) =>
      findFunctions(path, readFileSync(path, 'utf8'))
        .filter(({ lines }) => lines > MAX_FUNCTION_LINES)
        .map(({ name, line, lines }) => `${path}:${line} ${name}: ${lines}`),
    );
    expect(long).toEqual([]);
  });

  const body = (lines: number) => 'a();\n'.repeat(lines - 2);
  test.each([
    [`function long() {\n${body(61)}}`, { name: 'long', line: 1, lines: 61 }],
    [`export const Long = () => {\n${body(60)}};`, { name: 'Long', line: 1, lines: 60 }],
    [`class A {\n  long() {\n${body(61)}}\n}`, { name: 'long', line: 2, lines: 61 }],
    [`a(\n(b) => {\n${body(3)}});`, { name: '', line: 2, lines: 3 }],
  ])('are measured correctly, case %#', (source, found) => {
    expect(findFunctions('src/a.tsx', source)).toEqual([found]);
  });
});

/** @returns files in an import cycle, or on a path between two cycles; type imports count */
function findCircles(files: readonly SourceFile[]): string[] {
  let left = files;
  for (;;) {
    const paths = new Set(left.map(({ path }) => path));
    const importsOf = ({ imports }: SourceFile) => imports.filter(({ to }) => paths.has(to));
    const imported = new Set(left.flatMap((file) => importsOf(file).map(({ to }) => to)));
    // A file that imports no remaining file, or that no remaining file imports, is in no cycle.
    const next = left.filter((file) => importsOf(file).length > 0 && imported.has(file.path));
    if (next.length === left.length) return [...paths];
    left = next;
  }
}
