// The generated API types that our own clients compile against match the routes, and are just as
// strict.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pythonSync } from '../../scripts/wire-types/python-sync.ts';
import { pythonTypes } from '../../scripts/wire-types/python-types.ts';
import { typeOf, type Schema } from '../../scripts/wire-types/schema-type.ts';
import { wireTypes } from '../../scripts/wire-types/wire-types.ts';
import { describeOnce } from './description.ts';
import { typeErrors } from './type-errors.ts';

test('the types of SDK, consoles and hosted page match the routes: run `npm run generate:wire` when this fails', async () => {
  const made = await wireTypes(await describeOnce());
  const committed = Object.keys(made).map((path) => [path, readFileSync(path, 'utf8')]);
  expect(Object.fromEntries(committed)).toEqual(made);
});

test.each<[type: string, schema: Schema]>([
  ['string | null', { type: ['string', 'null'] }],
  ['"a" | "b"', { type: 'string', enum: ['a', 'b'] }],
  ['"a" | null', { type: ['string', 'null'], enum: ['a', null] }],
  ['"a" | null', { type: ['string', 'null'], enum: ['a'] }],
  ['(number)[] | null', { type: ['array', 'null'], items: { type: 'integer' } }],
  ['[number, string]', { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }] }],
  ['Wire_A | null', { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] }],
  ['(Wire_A) & ({ b: true; })', { allOf: [{ $ref: '#/components/schemas/A' }, withB(true)] }],
  ['{ b: 1; } | null', { ...withB(1), type: ['object', 'null'] }],
  ['{ b?: 1; }', { ...withB(1), required: [] }],
  ['Record<string, string>', { type: 'object', additionalProperties: { type: 'string' } }],
  ['({ b: 1; } & Record<string, unknown>)', { ...withB(1), additionalProperties: true }],
  ['Record<string, never>', { type: 'object', properties: {} }],
  ['unknown', {}],
])('a schema becomes the TypeScript type %s', (type, schema) => {
  const style = { nameOf: (name: string) => `Wire_${name}`, hasComments: false };
  expect(typeOf(schema, style)).toBe(type);
});

function withB(value: unknown): Schema {
  return { type: 'object', properties: { b: { enum: [value] } }, required: ['b'] };
}

test.each<[text: string, schema: Schema]>([
  ['class A(TypedDict):\n    b: Literal[True]\n', withB(true)],
  ['class A(TypedDict, total=False):\n    b: Literal["c"]\n', { ...withB('c'), required: [] }],
  ['class A(TypedDict):\n    pass\n', { type: 'object', properties: {} }],
  ['A = Union[str, None]\n', { type: ['string', 'null'] }],
  ['A = Union[Literal["a"], None]\n', { type: ['string', 'null'], enum: ['a', null] }],
  ['A = list[int]\n', { type: 'array', items: { type: 'integer' } }],
  ['A = dict[str, str]\n', { type: 'object', additionalProperties: { type: 'string' } }],
  ['A = dict[str, Any]\n', { type: 'object', additionalProperties: true }],
  [
    'class _ARequired(TypedDict):\n    b: AB\n\n\nclass A(_ARequired, total=False):\n    c: float\n    """Of \'d\'."""\n',
    {
      allOf: [
        { properties: { b: withB(1) }, required: ['b'] },
        { properties: { c: { type: 'number', description: 'Of "d".' } } },
      ],
    },
  ],
])('a schema becomes the Python type: %s', (text, schema) => {
  expect(pythonTypes({ A: schema }, ['A'])).toContain(`\n${text}`);
});

test('a member that is no valid Python name and a missing schema are errors', () => {
  const odd = { properties: { 'a-b': { type: 'string' } } };
  expect(() => pythonTypes({ A: odd }, ['A'])).toThrow('A.a-b is no name of a field.');
  expect(() => pythonTypes({}, ['A'])).toThrow('The description has no A.');
});

test('the synchronous Python client contains nothing of asyncio', () => {
  const source = readFileSync('sdk/python/src/agate_sdk/_async.py', 'utf8');
  expect(source).toMatch(/\bawait\b/);
  expect(pythonSync(source)).not.toMatch(/\b(async|await|asyncio|aclose)\b|AsyncAgate|__aenter__/);
});

test('the synchronous Python client has its own header, whatever the length of the other one', () => {
  const made = pythonSync('# The client for asyncio:\n# read this.\n"Clients."\n# A comment.\n');
  expect(made).toMatch(/^# Generated from [^\n]+\n"Clients\."\n# A comment\.\n$/);
});

test('a required type that is not described is an error that names the type', async () => {
  const description = await describeOnce();
  delete description.components.schemas['HostedSession'];
  await expect(wireTypes(description)).rejects.toThrow('The description has no HostedSession.');
});

const ID = "params: { path: { id: 'key_1' } }";
/** Code that must not compile, keyed by the mistake in it. */
const WRONG = {
  'an address that is not there': "await client.GET('/dashboard/v1/nothing');",
  'a method that the address does not have': "await client.DELETE('/dashboard/v1/plans');",
  'an address without its parameter': "await client.GET('/dashboard/v1/api-keys/{id}');",
  'a parameter of another type':
    "await client.GET('/admin/v1/accounts/{id}', { params: { path: { id: 'a' } } });",
  'a filter that is none of its words':
    "await client.GET('/dashboard/v1/sessions', { params: { query: { status: 'gone' } } });",
  'a filter that is not known':
    "await client.GET('/dashboard/v1/sessions', { params: { query: { state: 'success' } } });",
  'a filter where there is none':
    "await client.GET('/admin/v1/health', { params: { query: { page: 1 } } });",
  'a missing body': `await client.PATCH('/dashboard/v1/api-keys/{id}', { ${ID} });`,
  'a body without a member': `await client.PATCH('/dashboard/v1/api-keys/{id}', { ${ID}, body: {} });`,
  'a member of another type': `await client.PATCH('/dashboard/v1/api-keys/{id}', { ${ID}, body: { name: 1 } });`,
  'a body where there is none':
    "await client.POST('/dashboard/v1/auth/2fa/setup', { body: { code: '1' } });",
  'a member that the answer does not have':
    "(await dataOf(client.GET('/dashboard/v1/settings'))).no_such_setting;",
  'an answer taken for another one':
    "const role: number = (await dataOf(client.GET('/dashboard/v1/auth/me'))).role;",
  'a member that may be missing':
    "(await dataOf(client.GET('/admin/v1/accounts/{id}', { params: { path: { id: 1 } } }))).email.length;",
  'a file taken for a list': "await dataOf(client.GET('/dashboard/v1/sessions/export'));",
};
const RIGHT = `
const keys = await pageOf(client.GET('/dashboard/v1/api-keys', { params: { query: { page: 1 } } }));
keys.rows.map(({ name }) => name.length);
await client.PATCH('/dashboard/v1/api-keys/{id}', { ${ID}, body: { name: 'a' } });
await dataOf(client.POST('/dashboard/v1/auth/2fa/setup'));
await client.GET('/dashboard/v1/sessions/export', { parseAs: 'blob' });
`;

test('a call of the consoles compiles only as its route defines it', () => {
  const program = (code: string) => `import {
  dataOf, pageOf, type Client } from '../../widget/console/api/client.ts';
declare const client: Client;
export { dataOf, pageOf };
${code}
`;
  const wrong = Object.values(WRONG).map((code, at) => [`wrong-${at}.ts`, program(code)] as const);
  const errors = typeErrors(
    '.cache/console-calls',
    { 'right.ts': program(RIGHT), ...Object.fromEntries(wrong) },
    {
      extends: '../../widget/console/tsconfig.json',
      compilerOptions: { incremental: false, noUnusedLocals: false },
    },
  );
  expect(errors.get('right.ts')).toBeUndefined();
  const compiling = Object.keys(WRONG).filter((_, at) => !errors.has(`wrong-${at}.ts`));
  expect(compiling).toEqual([]);
});
