// Generates TypeScript types from the OpenAPI document: those of the SDK, and the types they refer to. Pure.

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  description?: string;
}

interface ApiDescription {
  components?: { schemas?: Record<string, unknown> };
}

/** The types that the SDK sends and receives. */
const ROOTS = [
  'InitRequest',
  'InitData',
  'RetakeData',
  'Result',
  'FaceAccepted',
  'FaceChallenge',
  'FaceSession',
  'FaceSessionRequest',
  'FaceUser',
  'BlacklistEntry',
  'FullResult',
  'ListedSession',
  'Event',
  'Receipt',
  'Error',
];

const HEADER = `// The wire types of the API, made from its description: run \`npm run generate:sdk\`, do not edit.
`;

/** @throws Error when the document lacks a type that the SDK needs */
export function wireTypes(description: ApiDescription): string {
  const schemas = (description.components?.schemas ?? {}) as Record<string, Schema>;
  const names = [...ROOTS];
  for (const name of names)
    for (const found of JSON.stringify(schemas[name] ?? {}).matchAll(
      /#\/components\/schemas\/(\w+)/g,
    ))
      if (found[1] !== undefined && !names.includes(found[1])) names.push(found[1]);
  const types = names.toSorted().map((name) => {
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`The description has no ${name}.`);
    return `export type Wire${name} = ${typeOf(schema, '')};\n`;
  });
  return [HEADER, ...types].join('\n');
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return `Wire${schema.$ref.split('/').at(-1) ?? ''}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined) return parts.map((part) => typeOf(part, indent)).join(' | ');
  if (schema.allOf !== undefined)
    return schema.allOf.map((part) => typeOf(part, indent)).join(' & ');
  if (schema.properties !== undefined) return objectOf(schema, schema.properties, indent);
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {}, indent)})[]`;
  return [schema.type]
    .flat()
    .map((type) => PLAIN[type ?? ''] ?? 'unknown')
    .join(' | ');
}

const PLAIN: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'Record<string, unknown>',
};

function objectOf(
  { required = [] }: Schema,
  properties: Record<string, Schema>,
  indent: string,
): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, schema]) => {
    const comment =
      schema.description === undefined ? '' : `${inner}/** ${schema.description} */\n`;
    const mark = required.includes(name) ? '' : '?';
    return `${comment}${inner}${name}${mark}: ${typeOf(schema, inner)};`;
  });
  return `{\n${members.join('\n')}\n${indent}}`;
}
