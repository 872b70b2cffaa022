// Checks the API description against external rules: the OpenAPI specification's own schema, and a
// linter that code generators and developer portals use.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiDocument, Operation } from '../../scripts/docs-site/description.ts';
import { describeOnce } from './description.ts';

/**
 * The responses of forms that only redirect on success, which the linter does not count as a
 * success.
 */
const REDIRECTS = ['dashboard', 'admin'].map(
  (group) => `#/paths/~1${group}~1v1~1auth~1invitation-page/post/responses`,
);

let description: ApiDocument;
beforeAll(async () => {
  description = await describeOnce();
});

/**
 * Whether an operation's input can be invalid and result in a 400. A parameter that accepts any
 * text is never invalid: an unknown id results in a 404.
 */
const canBeInvalid = ({ parameters = [], requestBody }: Operation): boolean =>
  requestBody !== undefined ||
  parameters.some(({ schema }) =>
    Object.entries(schema).some(
      ([key, value]) =>
        !['type', 'description', 'example'].includes(key) || (key === 'type' && value !== 'string'),
    ),
  );

/**
 * Statuses that a route must describe although they are sent before its own code runs (D-4, D-5,
 * D-116) or after it has run (D-89).
 */
const requiredStatuses = (path: string, { security = [], operationId }: Operation): string[] => [
  ...(/^\/(verify|api)\/v1\//.test(path) ? ['400'] : []),
  ...(security.some((scheme) => 'apiKey' in scheme) ? ['401', '403', '429'] : []),
  ...(operationId === 'viewHostedSession' ? ['409'] : []),
];

/**
 * Schemas of passkey credentials as serialised by a browser's `toJSON()`. Browsers may add members.
 */
const MADE_BY_BROWSERS = ['PasskeyAssertion', 'PasskeyAttestation'];

/** @returns the places in a JSON body's schema where an object may have undescribed members */
function openObjects(schema: unknown, components: Record<string, unknown>, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref, type, additionalProperties } = schema as Record<string, unknown>;
  const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : undefined;
  if (name !== undefined)
    return MADE_BY_BROWSERS.includes(name) ? [] : openObjects(components[name], components, name);
  const inner = Object.entries(schema).flatMap(([key, value]) =>
    openObjects(value, components, `${at}.${key}`),
  );
  return type === 'object' && additionalProperties !== false ? [at, ...inner] : inner;
}

/**
 * Finds alternatives that have no name or no `discriminator`. Generators name unnamed alternatives
 * `EventOneOf1`, and without `discriminator` a client cannot tell which alternative it received.
 */
function namelessChoices(node: object, at: string): string[] {
  const { oneOf, anyOf, discriminator } = node as {
    oneOf?: object[];
    anyOf?: object[];
    discriminator?: object;
  };
  const isNameless = [...(oneOf ?? []), ...(anyOf ?? [])].some((each) => 'properties' in each);
  return [
    ...(isNameless ? [`a choice without a name of ${at}`] : []),
    ...(oneOf !== undefined && discriminator === undefined ? [`discriminator of ${at}`] : []),
  ];
}

const isValid = async (document: object) => {
  const { valid, errors } = await new Validator().validate({ ...document });
  return { valid, errors };
};

async function lint(document: object) {
  // No response uses the schema of a receipt's signed content, so the linter would report it as
  // unused.
  const rules = { 'no-unused-components': 'off' } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  });
  return problems
    .filter(
      ({ ruleId, location }) =>
        ruleId !== 'operation-2xx-response' || !REDIRECTS.includes(location[0]?.pointer ?? ''),
    )
    .map(({ ruleId, severity, message, location }) => ({
      severity,
      problem: `${ruleId}: ${message} at ${location[0]?.pointer}`,
    }));
}

describe('the description', () => {
  test('is valid by the schema of OpenAPI 3.1', async () =>
    expect(await isValid(description)).toEqual({ valid: true }));

  test('passes the linter without a finding', async () =>
    expect(await lint(description)).toEqual([]));

  test('declares a 400 wherever a parameter or a body can be invalid', () => {
    const { paths } = description;
    const silent = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(
          ([, operation]) => canBeInvalid(operation) && operation.responses['400'] === undefined,
        )
        .map(([method]) => `${method} ${path}`),
    );
    expect(silent).toEqual([]);
  });

  test('declares the responses for a wrong version, a wrong key, a suspended customer and a replaced session', () => {
    const { paths } = description;
    const silent = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        requiredStatuses(path, operation)
          .filter((status) => operation.responses[status] === undefined)
          .map((status) => `${status} of ${method} ${path}`),
      ),
    );
    expect(silent).toEqual([]);
  });

  test('allows no additional members in bodies of the dashboard, admin and SDK groups', () => {
    const { paths, components } = description;
    const schemas: Record<string, unknown> = { ...components.schemas };
    const bodies = Object.entries(paths).flatMap(([path, operations]) =>
      /^\/(dashboard|admin|api)\//.test(path)
        ? Object.values(operations).flatMap(({ operationId, requestBody }) => {
            const schema = requestBody?.content['application/json']?.schema;
            return schema === undefined ? [] : [{ operationId, schema }];
          })
        : [],
    );
    expect(bodies.length).toBeGreaterThan(30);
    expect(
      bodies.flatMap(({ operationId, schema }) => openObjects(schema, schemas, operationId)),
    ).toEqual([]);
  });

  test('avoids what code generators for Python and Go cannot handle, and declares every tag', () => {
    const {
      tags = [],
      paths,
      components,
    } = description as ApiDocument & {
      tags?: { name: string }[];
    };
    const faults: string[] = [];
    const visit = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, items, maximum, format, additionalProperties } = node as Record<
        string,
        unknown
      >;
      // Without `format: int64`, Go's integers have 32 bits.
      if (type === 'integer' && Number(maximum) > 2 ** 31 - 1 && format !== 'int64')
        faults.push(`format of ${at}`);
      // Generated Python clients compare the values of `enum` and `const` with strings, so for a
      // boolean they reject every response (D-143).
      if (type === 'boolean' && ('enum' in node || 'const' in node))
        faults.push(`one value of ${at}`);
      if (type === 'array' && items === undefined) faults.push(`items of ${at}`);
      // For `{}`, but not for `true`, the Go generator uses the type `*interface{}` and makes it
      // part of an alternative's name, which is then not a valid identifier.
      if (JSON.stringify(additionalProperties) === '{}') faults.push(`members of ${at}`);
      faults.push(...namelessChoices(node, at));
      for (const [name, value] of Object.entries(node)) visit(value, `${at}/${name}`);
    };
    visit({ paths, components }, '');
    // For a type `ApiKey`, the Go generator also creates a function `NewApiKey`, which conflicts
    // with the type of a schema named `NewApiKey`.
    const names = Object.keys(components.schemas ?? {});
    faults.push(...names.filter((name) => name.startsWith('New') && names.includes(name.slice(3))));
    const declared = tags.map(({ name }) => name);
    for (const operations of Object.values(paths))
      for (const operation of Object.values(operations) as { tags?: string[] }[])
        faults.push(...(operation.tags ?? []).filter((tag) => !declared.includes(tag)));
    expect([...new Set(faults)]).toEqual([]);
  });

  test('says which bodies are required, and limits the length of passwords, ids and lists', () => {
    const { paths, components } = description;
    const schemas = components.schemas;
    const bodyOf = (path: string, method = 'post') => paths[path]?.[method]?.requestBody;
    const fieldsOf = (path: string) =>
      bodyOf(path)?.content['application/json']?.schema.properties ?? {};
    const password = { minLength: 10, maxLength: 128 };
    for (const group of ['dashboard', 'admin']) {
      expect(fieldsOf(`/${group}/v1/auth/reset-password`)['password']).toMatchObject(password);
      expect(fieldsOf(`/${group}/v1/auth/change-password`)['new_password']).toMatchObject(password);
    }
    for (const path of ['/dashboard/v1/auth/register', '/dashboard/v1/auth/accept-invitation'])
      expect(fieldsOf(path)['password']).toMatchObject(password);
    expect(fieldsOf('/admin/v1/admins')['password']).toMatchObject(password);
    for (const path of ['/oauth/authorize', '/oauth/logout', '/oauth/token'])
      expect(bodyOf(path)).toMatchObject({ required: true });
    expect(schemas['TokenQuery']?.properties?.['token']).toMatchObject({ minLength: 1 });
    expect(schemas['OAuthClientRegistration']?.properties?.['scopes']).toMatchObject({
      minItems: 1,
    });
    expect(schemas['InitRequest']?.properties?.['accept']?.properties?.['methods']).toMatchObject({
      minItems: 1,
    });
    expect(paths['/admin/v1/accounts/{id}']?.['get']?.parameters?.[0]).toMatchObject({
      schema: { minimum: 1, maximum: 999_999_999_999_999 },
    });
    expect(schemas['NewTenant']?.properties?.['owner_email']).toMatchObject({ format: 'email' });
  });

  test('links to the page about who runs the service', () =>
    expect(description.info).toMatchObject({
      contact: { name: 'Agate', url: 'https://verify.example/privacy' },
    }));

  test('contains no “undefined”', () =>
    expect(JSON.stringify(description)).not.toMatch(/undefined/));

  test('is checked by a validator and a linter that find faults', async () => {
    const broken = { ...description, paths: { '/a': { get: { responses: [] } } } };
    expect(await isValid(broken)).toMatchObject({ valid: false });
    expect((await lint(broken)).filter(({ severity }) => severity === 'error')).not.toEqual([]);
  });
});
