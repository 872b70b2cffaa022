// The calls on our pages compile with the types that openapi-typescript generates from the
// description; most typed clients in TypeScript use them.
import { beforeAll, expect, test } from 'vitest';
import type { ApiDocument } from '../../scripts/docs-site/description.ts';
import { curlCallsIn, placeOf, type CurlCall } from './curl-calls.ts';
import { describeOnce } from './description.ts';
import { PAGES, readPage } from './documents.ts';
import { typesOf } from './openapi-typescript/types-of.ts';
import { typeErrors } from './type-errors.ts';

const CALLS = PAGES.flatMap((page) => curlCallsIn(readPage(page)).map((call) => ({ page, call })));
const CLIENT = `import createClient from 'openapi-fetch';
import type { paths } from './description.js';
const client = createClient<paths>({ baseUrl: 'http://localhost:8787' });
`;
/** Request bodies that must not compile, by the file that contains each. */
const WRONG = {
  'another-type.ts': '{ callback_url: "https://a.example", min_age: "18" }',
  'missing.ts': '{ min_age: 18 }',
};

let description: ApiDocument;
let calls: string[];
let errors: Map<string, string[]>;
beforeAll(async () => {
  description = await describeOnce();
  calls = CALLS.flatMap(({ call }) => typedCall(call) ?? []);
  const wrong = Object.entries(WRONG).map(([file, body]): [string, string] => [
    file,
    `${CLIENT}await client.POST('/verify/v1/init', { body: ${body} });\n`,
  ]);
  const files = {
    'description.d.ts': await typesOf(description),
    'calls.ts': `${CLIENT}${calls.join('\n')}\n`,
    ...Object.fromEntries(wrong),
  };
  errors = typeErrors('.cache/generated-types', files, { compilerOptions: COMPILER_OPTIONS });
}, 120_000);

const COMPILER_OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  // The generated types themselves are checked, too.
  skipLibCheck: false,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: [],
};

/**
 * @returns the call as a customer would write it in TypeScript; undefined for addresses of other
 *   servers, and for operations that are not described
 */
function typedCall(call: CurlCall): string | undefined {
  const place = placeOf(call, description);
  if (place === undefined) return undefined;
  const { path, template, operation } = place;
  const { parameters = [] } = operation;
  const given: Record<string, (name: string) => string | null | undefined> = {
    path: (name) => path.split('/')[template.split('/').indexOf(`{${name}}`)],
    query: (name) => call.query.get(name),
    header: (name) => call.headers.get(name.toLowerCase()),
  };
  const params: Record<string, Record<string, unknown>> = {};
  for (const { name, in: place_, schema } of parameters) {
    const text = given[place_]?.(name);
    if (text === undefined || text === null) continue;
    const isText = schema.type !== 'integer' && schema.type !== 'boolean';
    params[place_] = { ...params[place_], [name]: isText ? text : (JSON.parse(text) as unknown) };
  }
  const body = call.body === undefined ? '' : `, body: ${call.body}`;
  const options = `{ params: ${JSON.stringify(params)}${body} }`;
  return `await client.${call.method}('${template}', ${options});`;
}

test('every call in the pages compiles with the generated types', () => {
  expect(calls.filter((call) => call.includes('/verify/v1/init')).length).toBeGreaterThan(2);
  expect(calls.length).toBeGreaterThan(25);
  expect([...errors.keys()].toSorted()).toEqual(Object.keys(WRONG).toSorted());
});

test.each([
  ['a member of another type', 'another-type.ts'],
  ['a missing member', 'missing.ts'],
] as const)('%s does not', (_name, file) => {
  expect(errors.get(file)?.[0]).toContain('error TS2322');
});
