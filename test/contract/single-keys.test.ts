// No JSON object contains a key twice, and no list of audit actions contains an action twice.
// JSON.parse silently keeps only the last value of a repeated key.
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { ACTIONS as OF_OPERATORS } from '../../widget/console/admin/describe-action.ts';
import { ACTIONS as OF_CUSTOMERS } from '../../widget/console/dashboard/pages/audit/describe-action.ts';
import { listFiles } from './source-files.ts';

interface Property {
  key: { value: string };
  value: unknown;
}

const repeated = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

/** @returns the keys that occur more than once within the same object, at any depth */
function findRepeatedKeys(json: string): string[] {
  const { program, errors } = parseSync('texts.js', `(${json})`);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  const visit = (value: unknown): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    const inside = Object.values(value).flatMap(visit);
    if (!('type' in value) || value.type !== 'ObjectExpression') return inside;
    const { properties } = value as unknown as { properties: Property[] };
    return [...repeated(properties.map(({ key }) => key.value)), ...inside];
  };
  return visit(program);
}

test('no file of texts contains a key twice', () => {
  const files = listFiles(['data', 'docs', 'src', 'widget']).filter((path) =>
    path.endsWith('.json'),
  );
  for (const folder of [
    'src/domain/platform/mail/locales',
    'src/http/pages/locales',
    'widget/console/locales/admin',
    'widget/locales/document',
  ])
    expect(files).toContain(`${folder}/ar.json`);
  const found = files.map((path) => ({ path, keys: findRepeatedKeys(readFileSync(path, 'utf8')) }));
  expect(found.filter(({ keys }) => keys.length > 0)).toEqual([]);
});

test('a repeated key is found at any depth, and equal keys of two objects are not reported', () => {
  expect(findRepeatedKeys('{"a": 1, "b": [{"c": 1, "c": 2}], "a": 3}')).toEqual(['a', 'c']);
  expect(findRepeatedKeys('{"a": {"b": 1}, "c": {"b": 1}}')).toEqual([]);
});

test('each action that the audit can be filtered by is listed once', () => {
  expect({ operators: repeated(OF_OPERATORS), customers: repeated(OF_CUSTOMERS) }).toEqual({
    operators: [],
    customers: [],
  });
});
