// Describes which parts of SCIM this service supports (RFC 7644 4).
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { notFound } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { answerScim } from '../../http/scim-errors.ts';
import { listOf, MAX_RESULTS } from './query.ts';
import { RESOURCES } from './schemas.ts';
import { addressOf } from './users.ts';

const NAMED = 'urn:ietf:params:scim:schemas:core:2.0:';

type ScimContext = HonoContext<AppEnv>;

export function registerDiscovery(scim: OpenAPIHono<AppEnv>): void {
  scim.get('/ServiceProviderConfig', (c) => answerScim(c, describeService(c)));

  scim.get('/ResourceTypes', (c) => {
    const types = RESOURCES.map((resource) => describeType(c, resource));
    return answerScim(c, listOf(types, types.length, 0));
  });
  scim.get('/ResourceTypes/:id', (c) =>
    answerScim(
      c,
      describeType(
        c,
        find(({ name }) => name === c.req.param('id')),
      ),
    ),
  );

  scim.get('/Schemas', (c) => {
    const schemas = RESOURCES.map((resource) => describeSchema(c, resource));
    return answerScim(c, listOf(schemas, schemas.length, 0));
  });
  scim.get('/Schemas/:id', (c) =>
    answerScim(
      c,
      describeSchema(
        c,
        find(({ schema }) => schema === c.req.param('id')),
      ),
    ),
  );
}

type Resource = (typeof RESOURCES)[number];

function find(fits: (resource: Resource) => boolean): Resource {
  const found = RESOURCES.find(fits);
  if (found === undefined) throw notFound();
  return found;
}

const describeService = (c: ScimContext) => ({
  schemas: [`${NAMED}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'Created by an owner in the console, on the team page.',
      primary: true,
    },
  ],
  meta: {
    resourceType: 'ServiceProviderConfig',
    location: addressOf(c, '/ServiceProviderConfig'),
  },
});

const describeType = (c: ScimContext, { name, endpoint, schema, description }: Resource) => ({
  schemas: [`${NAMED}ResourceType`],
  id: name,
  name,
  endpoint,
  description,
  schema,
  meta: { resourceType: 'ResourceType', location: addressOf(c, `/ResourceTypes/${name}`) },
});

const describeSchema = (c: ScimContext, { name, schema, description, attributes }: Resource) => ({
  schemas: [`${NAMED}Schema`],
  id: schema,
  name,
  description,
  attributes,
  meta: { resourceType: 'Schema', location: addressOf(c, `/Schemas/${schema}`) },
});
