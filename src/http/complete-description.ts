// Adds details to the API description that the contracts of individual routes omit: formats that
// follow from a field's name, defaults in words, and the errors of every route with a body. Pure.
import { errorResponses } from './error-responses.ts';

type Node = Record<string, unknown>;

/** JSON Schema formats of text fields, by field name (interface 2). */
const FORMATS: readonly (readonly [name: RegExp, format: string])[] = [
  [/(^|_)at$|^timestamp$/, 'date-time'],
  [/(_|^)(url|uri)$|_endpoint$/, 'uri'],
  [/(_|^)email$/, 'email'],
];

/** Patterns of ids, by field name; an id's prefix names its kind (spec 2.2). */
const PATTERNS: Readonly<Record<string, string>> = {
  client_id: '^xoc_',
  sub: '^xid_',
  request_id: '^req_',
};

/**
 * Completes an OpenAPI 3.1 document in place.
 * - Code generators treat a field with `default` as always present, which is wrong for fields that
 *   a caller may omit, so defaults in bodies are moved to the description. Defaults of parameters
 *   stay.
 * - A constant boolean is written as "not the opposite value", and the elements of tuples are
 *   described in `items` as well as in `prefixItems`: generators for Python compare `enum` and
 *   `const` of booleans with strings, and generators for Go ignore `prefixItems` (D-143).
 * - Members that may have any type are described by `true`, because generators for Go produce code
 *   that does not compile for the equivalent `{}` (D-143).
 * - Operations with a body get the errors for a body that is too large (D-2) or in an unsupported
 *   charset (D-68).
 */
export function completeDescription(document: { paths?: unknown; components?: unknown }): void {
  visit(document.paths, describeBodies);
  visit(document.components, (node) => moveDefault(node));
  for (const part of [document.paths, document.components]) {
    visit(part, describeTexts);
    visit(part, describeForGenerators);
  }
}

/** @param node any node in the paths; only operations with a body are changed */
function describeBodies(node: Node): void {
  const { requestBody, responses } = node;
  if (!isNode(requestBody) || !isNode(responses)) return;
  visit(requestBody, moveDefault);
  for (const [status, response] of Object.entries(BODY_ANSWERS)) responses[status] ??= response;
}

/** Error responses in the form that the generated document uses for registered contracts. */
const BODY_ANSWERS = Object.fromEntries(
  Object.entries(errorResponses(413)).map(([status, { description }]) => [
    status,
    {
      description,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]),
);

function moveDefault(node: Node): void {
  if (!('default' in node) || !('type' in node || 'enum' in node)) return;
  const { default: value, description } = node;
  delete node['default'];
  const said = `Default: \`${typeof value === 'string' ? value : JSON.stringify(value)}\`.`;
  // When one schema extends another, the generator leaves behind a `default` whose value is
  // undefined.
  if (value !== '' && value !== undefined)
    node['description'] = typeof description === 'string' ? `${description} ${said}` : said;
}

function describeTexts({ properties }: Node): void {
  if (!isNode(properties)) return;
  for (const [name, schema] of Object.entries(properties))
    for (const text of textsOf(schema)) describeText(text, name.replace(/s$/, ''));
}

function describeText(schema: Node, name: string): void {
  if ('enum' in schema || 'const' in schema || 'pattern' in schema || 'format' in schema) return;
  const format = FORMATS.find(([pattern]) => pattern.test(name))?.[1];
  if (format !== undefined) schema['format'] = format;
  const pattern = PATTERNS[name];
  if (pattern !== undefined) schema['pattern'] = pattern;
}

function describeForGenerators(node: Node): void {
  const { type, prefixItems } = node;
  if (type === 'boolean') negateConstant(node);
  if (isEmpty(node['additionalProperties'])) node['additionalProperties'] = true;
  if (type !== 'array' || !Array.isArray(prefixItems) || 'items' in node) return;
  const kinds = [...new Map(prefixItems.map((item) => [JSON.stringify(item), item])).values()];
  node['items'] = kinds.length === 1 ? kinds[0] : { anyOf: kinds };
  node['minItems'] ??= prefixItems.length;
  node['maxItems'] ??= prefixItems.length;
}

/**
 * Writes a constant boolean as `not` the opposite value. The two forms are equivalent in JSON
 * Schema, and client generators turn the `not` into a plain boolean.
 */
function negateConstant(node: Node): void {
  const values = Array.isArray(node['enum']) ? node['enum'] : [node['const']];
  if (values.length !== 1 || typeof values[0] !== 'boolean') return;
  delete node['enum'];
  delete node['const'];
  node['not'] = { const: !values[0] };
}

/**
 * @returns the schema itself if it describes a string, else the string schemas among its
 *   alternatives or items
 */
function textsOf(schema: unknown): Node[] {
  if (!isNode(schema)) return [];
  const { type, anyOf, items } = schema;
  if (type === 'array') return textsOf(items);
  if (type === 'string' || (Array.isArray(type) && type.includes('string'))) return [schema];
  return Array.isArray(anyOf) ? anyOf.flatMap(textsOf) : [];
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const item of node) visit(item, see);
  if (!isNode(node)) return;
  see(node);
  for (const child of Object.values(node)) visit(child, see);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean => isNode(value) && Object.keys(value).length === 0;
