// Writes the TypeScript type for one schema of the API description. Pure.
import { constantOf } from '../constant-of.ts';

/** The part of JSON Schema that the API description uses and that a type can express. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  not?: { const?: unknown };
  properties?: Record<string, Schema>;
  required?: string[];
  /**
   * The schema of the members that `properties` does not list; true when they may have any type,
   * false when there are none.
   */
  additionalProperties?: Schema | boolean;
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  description?: string;
}

/** The style in which the types of one file are written. */
export interface Style {
  /**
   * Returns the TypeScript name for a schema.
   * @param schema the schema's name in `components` of the API description
   */
  nameOf: (schema: string) => string;
  /** Whether each member's description is written above it as a comment. */
  hasComments: boolean;
}

const PLAIN: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'Record<string, unknown>',
};

/**
 * @returns the text of a type on one line, except that members with a comment begin new lines; the
 *   text still has to be formatted
 */
export function typeOf(schema: Schema, style: Style): string {
  const inner = (part: Schema): string => typeOf(part, style);
  const { $ref, enum: values, allOf, type, items, prefixItems, minItems } = schema;
  if ($ref !== undefined) return style.nameOf(nameIn($ref));
  const constant = constantOf(schema);
  if (constant !== undefined) return JSON.stringify(constant);
  if (values !== undefined)
    return unionOf(
      values.map((value) => JSON.stringify(value)),
      type,
    );
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return unionOf(choices.map(inner));
  if (allOf !== undefined) return allOf.map((part) => `(${inner(part)})`).join(' & ');
  if (prefixItems !== undefined) {
    const needed = minItems ?? prefixItems.length;
    const parts = prefixItems.map((part, at) => `${inner(part)}${at < needed ? '' : '?'}`);
    return `[${parts.join(', ')}]`;
  }
  if (items !== undefined) return unionOf([`(${inner(items)})[]`], type);
  if (schema.properties !== undefined || schema.additionalProperties !== undefined)
    return unionOf([objectOf(schema, style)], type);
  return unionOf([type].flat().map((each) => PLAIN[each ?? ''] ?? 'unknown'));
}

/**
 * @returns the names of the schemas that a part of the API description refers to, in order of
 *   appearance
 */
export const referredIn = (part: unknown): string[] =>
  [...(JSON.stringify(part) ?? '').matchAll(/"\$ref":"(?<ref>[^"]+)"/g)].map(({ groups }) =>
    nameIn(groups?.['ref'] ?? ''),
  );

const nameIn = (ref: string): string => ref.split('/').at(-1) ?? '';

/**
 * @param type the `type` of the schema; if `type` includes null, the union includes null as well
 */
function unionOf(members: readonly string[], type?: Schema['type']): string {
  const isNullable = Array.isArray(type) && type.includes('null');
  return [...new Set(isNullable ? [...members, 'null'] : members)].join(' | ');
}

function objectOf(schema: Schema, style: Style): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const members = Object.entries(properties).map(([name, property]) => {
    const { description } = property;
    const hasComment = style.hasComments && description !== undefined;
    const comment = hasComment ? `\n/** ${description} */\n` : '';
    const mark = required.includes(name) ? '' : '?';
    return `${comment}${keyOf(name)}${mark}: ${typeOf(property, style)};`;
  });
  const others =
    additionalProperties === undefined || additionalProperties === false
      ? undefined
      : `Record<string, ${typeOf(othersOf(additionalProperties), style)}>`;
  if (members.length === 0) return others ?? 'Record<string, never>';
  const object = `{ ${members.join(' ')} }`;
  return others === undefined ? object : `(${object} & ${others})`;
}

/** @returns the schema; for `true`, an empty schema, which allows any type as well */
export const othersOf = (others: Schema | true): Schema => (others === true ? {} : others);

/** @returns a member's name, quoted when it is not an identifier */
export const keyOf = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`);
