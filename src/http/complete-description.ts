// What the contracts of single routes leave to the whole description: formats that a field's name tells, defaults as words, and
// what every route with a body may answer. Pure.
import { errorResponses } from './error-responses.ts';

type Node = Record<string, unknown>;

/** JSON Schema formats by the names of fields, wherever they are texts (interface 2). */
const FORMATS: readonly (readonly [name: RegExp, format: string])[] = [
  [/(^|_)at$|^timestamp$/, 'date-time'],
  [/(_|^)(url|uri)$|_endpoint$/, 'uri'],
  [/(_|^)email$/, 'email'],
];

/** Capability tokens and ids say by a prefix what they are (spec 2.2). */
const PATTERNS: Readonly<Record<string, string>> = {
  client_id: '^xoc_',
  sub: '^xid_',
  request_id: '^req_',
};

/**
 * Completes an OpenAPI 3.1 document in place.
 * - Code generators take a field with `default` for one that is always there, which is wrong for those that a caller may leave
 *   out: a default of a body is said in its description. Those of parameters stay.
 * - A truth value that is always the same is one that is not the other, and pairs say what their members are in `items`, too:
 *   generators of Python compare `enum` and `const` of truth values with texts, and those of Go read no `prefixItems` (D-143).
 * - A body can be too large (D-2) or in another charset (D-68).
 */
export function completeDescription(document: { paths?: unknown; components?: unknown }): void {
  visit(document.paths, describeBodies);
  visit(document.components, (node) => sayDefault(node));
  for (const part of [document.paths, document.components]) {
    visit(part, describeTexts);
    visit(part, describeForGenerators);
  }
}

/** An operation or anything else in the paths. */
function describeBodies(node: Node): void {
  const { requestBody, responses } = node;
  if (!isNode(requestBody) || !isNode(responses)) return;
  visit(requestBody, sayDefault);
  for (const [status, response] of Object.entries(BODY_ANSWERS)) responses[status] ??= response;
}

/** In the shape that a registered contract has after it was written out. */
const BODY_ANSWERS = Object.fromEntries(
  Object.entries(errorResponses(413)).map(([status, { description }]) => [
    status,
    {
      description,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]),
);

function sayDefault(node: Node): void {
  if (!('default' in node) || !('type' in node || 'enum' in node)) return;
  const { default: value, description } = node;
  delete node['default'];
  const said = `Default: \`${typeof value === 'string' ? value : JSON.stringify(value)}\`.`;
  // The generator leaves an undefined one where a schema extends another.
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
  if (type === 'boolean') sayByItsOpposite(node);
  if (type !== 'array' || !Array.isArray(prefixItems) || 'items' in node) return;
  const kinds = [...new Map(prefixItems.map((item) => [JSON.stringify(item), item])).values()];
  node['items'] = kinds.length === 1 ? kinds[0] : { anyOf: kinds };
  node['minItems'] ??= prefixItems.length;
  node['maxItems'] ??= prefixItems.length;
}

/** JSON Schema's `not` says as much as `const`, and generators of clients make a plain truth value of it. */
function sayByItsOpposite(node: Node): void {
  const values = Array.isArray(node['enum']) ? node['enum'] : [node['const']];
  if (values.length !== 1 || typeof values[0] !== 'boolean') return;
  delete node['enum'];
  delete node['const'];
  node['not'] = { const: !values[0] };
}

/** @returns the schema of a text itself, or those among its alternatives or in its list */
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
