// Generates one type, `Routes`, which lists the calls of a group of routes by method and path, each
// with its parameters, its body and its response. Pure.
import { keyOf, typeOf, type Style, type Schema } from './schema-type.ts';

interface Operation {
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

type Content = Record<string, { schema: Schema }>;

/** Operations, by path and then by method. */
export type Paths = Record<string, Record<string, Operation>>;

/** A call's name, such as `GET /admin/v1/plans`, and its contract. */
type Call = [name: string, operation: Operation];

/** @returns the calls that need an access token and whose paths match `surfaces` */
export function callsWithToken(paths: Paths, surfaces: RegExp): Call[] {
  return Object.entries(paths)
    .filter(([path]) => surfaces.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => isBearer(security))
        .map(([method, operation]): Call => [`${method.toUpperCase()} ${path}`, operation]),
    );
}

const isBearer = (security: Operation['security']): boolean =>
  security?.some((way) => 'bearer' in way) === true;

/** @returns the parts of a call's operation that appear in its type and may refer to schemas */
export const shownOf = ([, operation]: Call): unknown[] => [
  operation.parameters,
  operation.requestBody,
  answersOf(operation),
];

export function routesType(calls: readonly Call[], style: Style): string {
  const routes = calls.map(
    ([name, operation]) => `'${name}': { ${membersOf(operation, style).join(' ')} };`,
  );
  return `export interface Routes {\n${routes.join('\n')}\n}\n`;
}

/**
 * @returns the members of a call's type: `path`, `query` and `header` for its parameters, `body`,
 *   `data` from the envelope, and `file`, each only if the call has it
 */
function membersOf(operation: Operation, style: Style): string[] {
  const body = bodyOf(operation);
  const mark = operation.requestBody?.required === true ? '' : '?';
  const answers = answersOf(operation);
  const data = answers.flatMap((answer) => dataOf(answer) ?? []);
  const file = answers.filter((answer) => dataOf(answer) === undefined);
  return [
    ...placesOf(operation, style),
    ...(body === undefined ? [] : [`body${mark}: ${typeOf(body, style)};`]),
    ...(data.length === 0 ? [] : [`data: ${typeOf({ anyOf: data }, style)};`]),
    ...(file.length === 0 ? [] : [`file: ${typeOf({ anyOf: file }, style)};`]),
  ];
}

/** @returns a member for each of `path`, `query` and `header` in which the call has parameters */
function placesOf({ parameters = [] }: Operation, style: Style): string[] {
  return [...new Set(parameters.map((parameter) => parameter.in))].map((place) => {
    const those = parameters.filter((parameter) => parameter.in === place);
    const isNeeded = those.some(({ required }) => required === true);
    const members = those.map(
      ({ name, required, schema }) =>
        `${keyOf(name)}${required === true ? '' : '?'}: ${typeOf(schema, style)};`,
    );
    return `${place}${isNeeded ? '' : '?'}: { ${members.join(' ')} };`;
  });
}

const bodyOf = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content['application/json']?.schema;

/**
 * @returns the schemas of all success responses; the schemas of errors are left out, because the
 * client throws errors
 */
const answersOf = ({ responses }: Operation): Schema[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => schema));

/** @returns the schema of `data` in the response envelope; undefined when the response is a file */
const dataOf = ({ properties = {} }: Schema): Schema | undefined =>
  properties['success'] === undefined ? undefined : properties['data'];
