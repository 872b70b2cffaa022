// Generates values for a schema in the API description: some that match it, and some that nearly
// match it.
import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

export type Schema = Readonly<Record<string, any>>;

const TEXTS: Readonly<Record<string, Arbitrary<string>>> = {
  // Port 9 on this machine is closed, so no request leaves the machine.
  uri: fc.constantFrom('https://shop.example/return?a=1', 'http://localhost:9/closed'),
  email: fc.constantFrom('ada@example.com', 'grace@example.org'),
  date: fc.constantFrom('2026-08-13', '2026-02-30'),
  'date-time': fc.constant('2026-08-13T09:30:00Z'),
};

const WRONG = [
  null,
  '',
  0,
  -1,
  1e21,
  true,
  [],
  {},
  '\ud800',
  'a\u0000b',
  '👩‍🚀'.repeat(300),
  '../../..',
];

/** @param root the document that `$ref`s point into */
export function valuesOf(schema: Schema, root: Schema): Arbitrary<unknown> {
  const of = (inner: Schema) => valuesOf(inner, root);
  if (schema['$ref'] !== undefined) return of(resolve(schema['$ref'] as string, root));
  if (schema['const'] !== undefined) return fc.constant(schema['const']);
  if (schema['enum'] !== undefined) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const choices: Schema[] | undefined = schema['anyOf'] ?? schema['oneOf'];
  if (choices !== undefined) return fc.oneof(...choices.map(of));
  if (schema['allOf'] !== undefined)
    return fc
      .tuple(...(schema['allOf'] as Schema[]).map(of))
      .map((parts) => Object.assign({}, ...(parts as object[])) as unknown);
  const [type, ...more] = [schema['type'] ?? 'object'].flat() as string[];
  if (more.length > 0)
    return fc.oneof(...[type!, ...more].map((one) => of({ ...schema, type: one })));
  return SIMPLE[type!]?.(schema, of) ?? fc.constant({});
}

const SIMPLE: Readonly<
  Record<string, (schema: Schema, of: (schema: Schema) => Arbitrary<unknown>) => Arbitrary<unknown>>
> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = 0, maximum = 1000 }) => fc.integer({ min: minimum, max: maximum }),
  number: ({ minimum = 0, maximum = 1000 }) =>
    fc.double({ min: minimum, max: maximum, noNaN: true, noDefaultInfinity: true }),
  string: textOf,
  array: ({ items = {}, prefixItems, minItems = 0, maxItems = 3 }, of) =>
    prefixItems === undefined
      ? fc.array(of(items), {
          minLength: minItems,
          maxLength: Math.max(minItems, Math.min(maxItems, 3)),
        })
      : fc.tuple(...(prefixItems as Schema[]).map(of)),
  object: ({ properties = {}, required = [] }, of) =>
    fc.record(
      Object.fromEntries(
        Object.entries(properties as Record<string, Schema>).map(([name, one]) => [name, of(one)]),
      ),
      { requiredKeys: required as string[] },
    ),
};

function textOf({
  format,
  pattern,
  minLength = 0,
  maxLength = 40,
  example,
}: Schema): Arbitrary<string> {
  const known = TEXTS[format as string];
  if (known !== undefined) return known;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern as string, 'u'));
  const free = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) });
  return typeof example === 'string' ? fc.oneof(free, fc.constant(example)) : free;
}

/**
 * Spoils values: removes, adds or replaces one member of an object, appends an element to an array,
 * or replaces any other value.
 */
export const spoil = (values: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.tuple(values, fc.nat(), fc.constantFrom(undefined, ...WRONG)).map(([value, nth, wrong]) => {
    if (typeof value !== 'object' || value === null) return wrong;
    const names = Object.keys(value);
    const name = names[nth % Math.max(1, names.length)] ?? 'more';
    return Array.isArray(value) ? [...value, wrong] : { ...value, [name]: wrong };
  });

function resolve(reference: string, root: Schema): Schema {
  return reference
    .slice(2)
    .split('/')
    .reduce<any>(
      (node, part) => node[part.replaceAll('~1', '/').replaceAll('~0', '~')],
      root,
    ) as Schema;
}
