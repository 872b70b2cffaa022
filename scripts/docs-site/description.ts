// The part of OpenAPI 3.1 that our API description uses, and functions to read it. This file
// contains no markup.
import { constantOf } from '../constant-of.ts';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  enum?: unknown[];
  const?: unknown;
  not?: { const?: unknown };
  default?: unknown;
  example?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

type Content = Partial<
  Record<'application/json' | 'application/x-www-form-urlencoded', { schema: Schema }>
>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  servers: { url: string }[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Endpoint {
  method: string;
  path: string;
  operation: Operation;
}

/** Groups the operations by their first tag, in the document's order. */
export function groupEndpoints(document: ApiDocument): Map<string, Endpoint[]> {
  const groups = new Map<string, Endpoint[]>();
  for (const tag of document.tags ?? []) groups.set(tag.name, []);
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? 'Other';
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation }]);
    }
  return groups;
}

/**
 * Follows `$ref` one level deep, and merges the parts of `allOf`, each of which is resolved in the
 * same way.
 */
export function resolve(document: ApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const found = name === undefined ? schema : (document.components.schemas[name] ?? {});
  if (found.allOf === undefined) return found;
  return Object.assign({}, ...found.allOf.map((part) => resolve(document, part)), found);
}

/** Describes a type in words, such as `integer, 0 to 99` or `one of: auto, document`. */
export function describeType(document: ApiDocument, raw: Schema): string {
  const schema = resolve(document, raw);
  const constant = constantOf(schema);
  if (constant !== undefined) return `always ${JSON.stringify(constant)}`;
  if (schema.enum !== undefined)
    return schema.enum.length === 1
      ? `always ${JSON.stringify(schema.enum[0])}`
      : `one of: ${schema.enum.join(', ')}`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return [...new Set(choices.map((each) => describeType(document, each)))].join(' or ');
  if (schema.type === 'array') return describeList(document, schema);
  const type = [schema.type].flat().join(' or ') || 'any';
  const { minimum, maximum, maxLength } = schema;
  const range = minimum === undefined || maximum === undefined ? '' : `, ${minimum} to ${maximum}`;
  return `${type}${range}${maxLength === undefined ? '' : `, at most ${maxLength} characters`}`;
}

function describeList(document: ApiDocument, schema: Schema): string {
  const limit = schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`;
  const items = schema.items === undefined ? 'values' : describeType(document, schema.items);
  return `list of ${schema.prefixItems === undefined ? items : 'numbers'}${limit}`;
}

/**
 * Builds an example body for copying, with the required fields and those that have a documented
 * example.
 */
export function exampleOf(document: ApiDocument, raw: Schema): unknown {
  const schema = resolve(document, raw);
  if (schema.example !== undefined) return schema.example;
  const constant = constantOf(schema);
  if (constant !== undefined) return constant;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return exampleOf(document, first);
  if (schema.properties === undefined) return simpleExample(document, schema);
  const required = new Set(schema.required);
  const shown = Object.entries(schema.properties).filter(
    ([name, property]) => required.has(name) || resolve(document, property).example !== undefined,
  );
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(document, property)]));
}

function simpleExample(document: ApiDocument, schema: Schema): unknown {
  if (schema.prefixItems !== undefined) return schema.prefixItems.map(() => 0);
  if (schema.type === 'array') return schema.items ? [exampleOf(document, schema.items)] : [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0;
  return '…';
}

export interface Field {
  path: string;
  required: boolean;
  schema: Schema;
}

/** @returns an object's fields; nested fields follow their parent and are named by their path */
export function listFields(document: ApiDocument, raw: Schema, prefix = ''): Field[] {
  const schema = resolve(document, raw);
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const own = { path, required: required.has(name), schema: property };
    const resolved = resolve(document, property);
    const inner = resolved.type === 'array' ? resolved.items : property;
    const below = inner === undefined ? [] : listFields(document, inner, `${path}.`);
    return [own, ...below];
  });
}
