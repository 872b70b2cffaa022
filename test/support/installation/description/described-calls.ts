// Generates calls to the operations in the API description, and checks that the description covers
// the responses.
import { exports } from 'cloudflare:workers';
import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { z } from 'zod';
import { spoil, valuesOf, type Schema } from './schema-values.ts';

const ORIGIN = 'http://localhost:8787';
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

export interface Operation {
  method: string;
  path: string;
  parameters: readonly Schema[];
  /** Request schemas by content type. */
  bodies: Readonly<Record<string, Schema>>;
  responses: Readonly<Record<string, Schema>>;
}

interface Call {
  path: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, unknown>>;
  type?: string;
  body?: unknown;
}

export class Description {
  readonly operations: readonly Operation[];
  readonly #document: Schema;
  #definitions: Schema | undefined;
  /** Validators by schema. Faster validators need eval, which a Worker does not have. */
  readonly #readers = new Map<string, z.ZodType>();

  constructor(document: Schema) {
    this.#document = document;
    this.operations = Object.entries(document['paths'] as Record<string, Schema>).flatMap(
      ([path, methods]) =>
        METHODS.filter((method) => method in methods).map((method) => {
          const { parameters = [], requestBody, responses } = methods[method] as Schema;
          const bodies = Object.entries((requestBody?.content ?? {}) as Record<string, Schema>);
          return {
            method: method.toUpperCase(),
            path,
            parameters,
            bodies: Object.fromEntries(bodies.map(([type, { schema }]) => [type, schema])),
            responses,
          };
        }),
    );
  }

  /**
   * Generates calls. Query parameters and bodies each match their schema in about three out of four
   * cases.
   * @param known values from earlier responses, for path parameters
   */
  calls({ parameters, bodies }: Operation, known: readonly string[]): Arbitrary<Call> {
    const of = (place: string, values: (schema: Schema) => Arbitrary<unknown>) => {
      const here = parameters.filter((one) => one['in'] === place);
      const required = here.filter((one) => one['required'] === true);
      return fc.record(
        Object.fromEntries(here.map((one) => [one['name'] as string, values(one['schema'])])),
        { requiredKeys: required.map((one) => one['name'] as string) },
      );
    };
    const fitting = (schema: Schema) => valuesOf(schema, this.#document);
    const nearly = (schema: Schema) =>
      fc.oneof(
        { weight: 3, arbitrary: fitting(schema) },
        { weight: 1, arbitrary: spoil(fitting(schema)) },
      );
    const named = (schema: Schema) =>
      known.length === 0
        ? fitting(schema)
        : fc.oneof(
            { weight: 4, arbitrary: fc.constantFrom(...known) },
            { weight: 1, arbitrary: fitting(schema) },
          );
    const [[type, schema] = []] = Object.entries(bodies);
    return fc.record({
      path: of('path', named),
      query: of('query', nearly),
      headers: of('header', fitting),
      ...(type !== undefined &&
        schema !== undefined && { type: fc.constant(type), body: nearly(schema) }),
    });
  }

  /**
   * @returns what is wrong with the response: a server error, or a part that the description does
   *   not cover; undefined if nothing is wrong
   */
  async faultOf({ responses }: Operation, answer: Response): Promise<string | undefined> {
    const { status, headers } = answer;
    const text = await answer.text();
    // The tests' configuration binds no other Worker, so operations that need one return 503.
    if (status >= 500 && status !== 503) return `${status} ${text}`;
    const declared = responses[String(status)];
    if (declared === undefined) return `${status} is not declared: ${text}`;
    const [type = ''] = (headers.get('Content-Type') ?? '').split(';');
    const contents = (declared['content'] ?? {}) as Record<string, Schema>;
    if (text === '' && Object.keys(contents).length === 0) return undefined;
    const content = contents[type];
    if (content === undefined) return `${status} is not declared as ${type}: ${text.slice(0, 300)}`;
    if (type !== 'application/json') return undefined;
    const { error } = this.#readerOf(content['schema']).safeParse(JSON.parse(text));
    return error && `${status} ${JSON.stringify(error.issues.slice(0, 2))} in ${text}`;
  }

  #readerOf(schema: Schema): z.ZodType {
    const key = JSON.stringify(schema);
    const reader = this.#readers.get(key) ?? z.fromJSONSchema(this.#withDefinitions(key));
    this.#readers.set(key, reader);
    return reader;
  }

  /**
   * Adds the definitions under `$defs`, as JSON Schema requires; OpenAPI keeps them in
   * `components`.
   */
  #withDefinitions(schema: string): Schema {
    const moved = (text: string): Schema =>
      JSON.parse(
        text.replaceAll('#/components/schemas/', '#/$defs/'),
        simplifyNegatedConst,
      ) as Schema;
    this.#definitions ??= moved(JSON.stringify(this.#document['components'].schemas));
    return { ...moved(schema), $defs: this.#definitions };
  }
}

/**
 * Rewrites a boolean's `not: { const }` as a plain `const`, which zod can read. The description
 * uses the negation because client generators need it (D-143).
 */
const simplifyNegatedConst = (_key: string, value: unknown): unknown => {
  const { not, ...others } = (value ?? {}) as { not?: { const?: unknown } };
  return typeof not?.const === 'boolean' ? { ...others, const: !not.const } : value;
};

/** @param identity headers that identify the caller */
export function send(
  { method, path }: Operation,
  call: Call,
  identity: Readonly<Record<string, string>>,
): Promise<Response> {
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => encodeURIComponent(textOf(call.path[name])) || '-',
  );
  const query = formOf(call.query).toString();
  const headers = new Headers({ 'Sec-Fetch-Site': 'same-origin', ...identity });
  for (const [name, value] of Object.entries(call.headers))
    if (/^[\x21-\x7e]+$/.test(textOf(value))) headers.set(name, textOf(value));
  const body = bodyOf(call);
  if (call.type !== undefined && !(body instanceof FormData))
    headers.set('Content-Type', call.type);
  const url = `${ORIGIN}${filled}${query === '' ? '' : `?${query}`}`;
  return exports.default.fetch(
    new Request(url, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) }),
  );
}

function bodyOf({ type, body }: Call): string | FormData | undefined {
  if (type === undefined) return undefined;
  if (type === 'application/json') return JSON.stringify(body) ?? 'undefined';
  const parts = formOf(body);
  if (type !== 'multipart/form-data') return parts.toString();
  const form = new FormData();
  for (const [name, value] of parts)
    form.append(name, new Blob([value], { type: 'image/jpeg' }), 'a.jpg');
  return form;
}

const formOf = (fields: unknown): URLSearchParams =>
  new URLSearchParams(
    Object.entries(typeof fields === 'object' && fields !== null ? fields : {}).map(
      ([name, value]) => [name, textOf(value)],
    ),
  );

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '');
