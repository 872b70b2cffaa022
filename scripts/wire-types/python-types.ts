// Generates Python types for schemas of the API description: a TypedDict for each object, in the
// form that the SDK in sdk/python returns and accepts. Pure.
import { constantOf } from '../constant-of.ts';
import { othersOf, type Schema } from './schema-type.ts';
import { MAX_WIDTH, wrapText } from './wrap-text.ts';

/** The SDK's own names for some schemas; all other schemas keep theirs. */
const NAMES: Readonly<Record<string, string>> = {
  InitRequest: 'VerificationRequest',
  InitData: 'Verification',
  Result: 'SessionResult',
  FullResult: 'VerificationResult',
  SessionDetail: 'VerificationDetail',
  ListedSession: 'ListedVerification',
  RetakeData: 'Retake',
  Receipt: 'DeletionReceipt',
  Event: 'AgateEvent',
  Error: 'ErrorEnvelope',
};

/** The Python names of the members of each union, in the union's order. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  AgateEvent: ['SessionEvent', 'FaceEvent'],
};

const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
  object: 'dict[str, Any]',
};

const HEADER = `# Wire types of the API, generated from its routes by \`npm run generate:wire\`. Do not edit.
"""The bodies of the API's requests and responses, as typed dictionaries."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union
`;

const FIELD = /^[a-z_][a-z0-9_]*$/;

/** The Python keywords that the API uses as names of members. */
const KEYWORDS = new Set(['class', 'from', 'global', 'import', 'pass']);

interface Members {
  properties: Record<string, Schema>;
  required: Set<string>;
}

/**
 * @param schemas the schemas by name
 * @param roots the names of the schemas to write, along with everything that they refer to
 * @returns the source of a Python module
 */
export function pythonTypes(
  schemas: Readonly<Record<string, Schema>>,
  roots: readonly string[],
): string {
  const writer = new Writer(schemas);
  for (const root of roots) writer.write(root);
  return writer.module();
}

class Writer {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #classes = new Map<string, string>();
  readonly #aliases = new Map<string, string>();

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
  }

  /**
   * Returns the source of the module. Aliases come after the classes that they name, because Python
   * evaluates aliases when it loads the module.
   */
  module(): string {
    const inOrder = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1);
    const classes = [...this.#classes].toSorted(inOrder).map(([, text]) => text);
    const aliases = [...this.#aliases].toSorted(inOrder).map(([, text]) => text);
    return [HEADER, ...classes, ...aliases].join('\n\n');
  }

  /**
   * Writes a schema.
   * @returns the schema's name in Python
   * @throws Error when the API description lacks the schema
   */
  write(name: string): string {
    const shown = NAMES[name] ?? name;
    if (this.#classes.has(shown) || this.#aliases.has(shown)) return shown;
    const schema = this.#schemas[name];
    if (schema === undefined) throw new Error(`The description has no ${name}.`);
    if (schema.allOf !== undefined || schema.properties !== undefined)
      return this.#writeClass(shown, schema);
    this.#aliases.set(shown, `${shown} = ${this.#typeOf(schema, shown)}\n`);
    return shown;
  }

  #writeClass(name: string, schema: Schema): string {
    this.#classes.set(name, '');
    const { properties, required } = this.#membersOf(schema);
    const membersOf = (isNeeded: boolean, areWords: boolean) =>
      Object.entries(properties).filter(
        ([member]) => required.has(member) === isNeeded && KEYWORDS.has(member) === areWords,
      );
    const words = [true, false].flatMap((isNeeded) =>
      this.#writeWords(name, membersOf(isNeeded, true), isNeeded),
    );
    const [needed = [], others = []] = [true, false].map((isNeeded) =>
      membersOf(isNeeded, false).map(([member, part]) => this.#memberOf(name, member, part)),
    );
    const whole = [...needed, ...others];
    const bases = words.map(({ base }) => base);
    const lines =
      needed.length > 0 && others.length > 0
        ? [
            `class _${name}Required(TypedDict):`,
            ...needed,
            '',
            '',
            `class ${name}(${[`_${name}Required`, ...bases].join(', ')}, total=False):`,
            ...others,
          ]
        : [
            `class ${name}(${bases.length > 0 ? bases.join(', ') : 'TypedDict'}${others.length > 0 ? ', total=False' : ''}):`,
            ...(whole.length > 0 ? whole : ['    pass']),
          ];
    this.#classes.set(name, `${[...words.flatMap((word) => word.lines), ...lines].join('\n')}\n`);
    return name;
  }

  /**
   * Writes a base class for the members whose names are Python keywords, which only the functional
   * syntax of TypedDict allows.
   */
  #writeWords(
    name: string,
    members: readonly [string, Schema][],
    isNeeded: boolean,
  ): { base: string; lines: string[] }[] {
    if (members.length === 0) return [];
    const base = `_${name}${isNeeded ? 'Words' : 'OtherWords'}`;
    const fields = members.map(
      ([member, part]) => `"${member}": '${this.#typeOf(part, name + pascal(member))}'`,
    );
    const total = isNeeded ? '' : ', total=False';
    return [
      { base, lines: [`${base} = TypedDict("${base}", {${fields.join(', ')}}${total})`, '', ''] },
    ];
  }

  /** Merges all parts of an object, because a TypedDict cannot narrow members that it inherits. */
  #membersOf({ $ref, allOf = [], properties, required = [] }: Schema): Members {
    if ($ref !== undefined) return this.#membersOf(this.#schemas[nameIn($ref)] ?? {});
    const parts = allOf.map((part) => this.#membersOf(part));
    return {
      properties: Object.assign({}, ...parts.map((part) => part.properties), properties),
      required: new Set([...parts.flatMap((part) => [...part.required]), ...required]),
    };
  }

  #memberOf(owner: string, member: string, schema: Schema): string {
    if (!FIELD.test(member)) throw new Error(`${owner}.${member} is no name of a field.`);
    const line = `    ${member}: ${this.#typeOf(schema, owner + pascal(member))}`;
    const text = schema.description?.replaceAll('\\', '\\\\').replaceAll('"', "'");
    return text === undefined ? line : `${line}\n${docstringOf(text)}`;
  }

  /** @param name the name of the class, if the schema needs one */
  #typeOf(schema: Schema, name: string): string {
    const { $ref, enum: values, items, additionalProperties, type } = schema;
    if ($ref !== undefined) return this.write(nameIn($ref));
    if (values !== undefined) return literalOf(values, type);
    const constant = constantOf(schema);
    if (constant !== undefined) return literalOf([constant], type);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) {
      const names =
        CHOICES[name] ?? choices.map((_, at) => (choices.length > 2 ? `${name}${at + 1}` : name));
      return unionOf(choices.map((choice, at) => this.#typeOf(choice, names[at] ?? name)));
    }
    if (items !== undefined) return orNone(`list[${this.#typeOf(items, singular(name))}]`, type);
    if (schema.properties !== undefined || schema.allOf !== undefined)
      return orNone(this.#writeClass(name, schema), type);
    if (additionalProperties !== undefined && additionalProperties !== false)
      return orNone(
        `dict[str, ${this.#typeOf(othersOf(additionalProperties), `${name}Value`)}]`,
        type,
      );
    return unionOf([type].flat().map((each) => PLAIN[each ?? ''] ?? 'Any'));
  }
}

const nameIn = (ref: string): string => ref.split('/').at(-1) ?? '';

const pascal = (member: string): string =>
  member.replaceAll(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

const isNullable = (type: Schema['type']): boolean => Array.isArray(type) && type.includes('null');

const orNone = (text: string, type: Schema['type']): string =>
  isNullable(type) ? unionOf([text, 'None']) : text;

function unionOf(members: readonly string[]): string {
  const [first = 'Any', ...others] = new Set(members);
  return others.length === 0 ? first : `Union[${[first, ...others].join(', ')}]`;
}

function literalOf(values: readonly unknown[], type: Schema['type']): string {
  const written = values
    .filter((value) => value !== null)
    .map((value) => (typeof value === 'boolean' ? pascal(String(value)) : JSON.stringify(value)));
  const literal = `Literal[${written.join(', ')}]`;
  return values.includes(null) || isNullable(type) ? unionOf([literal, 'None']) : literal;
}

/** @returns the docstring of a member, on one line if it is narrow enough */
function docstringOf(text: string): string {
  const line = `    """${text}"""`;
  return line.length <= MAX_WIDTH ? line : `${wrapText(`"""${text}`, '    ')}\n    """`;
}
