import { exports } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { app } from '../../src/app.ts';
import { isPortalPath } from '../../src/routes/portal/index.ts';

interface Operation {
  operationId?: string;
  summary?: string;
  security?: object[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: object }>;
}
interface Document {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

async function read(path: string): Promise<Document> {
  const response = await exports.default.fetch(new Request(`http://localhost:8787${path}`));
  expect(response.status).toBe(200);
  return response.json();
}

const operationsOf = (document: Document) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

describe('the machine-readable description (spec 9)', () => {
  it('is OpenAPI 3.1, version 1.0, the same at both addresses', async () => {
    const document = await read('/docs/swagger.json');
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0' } });
    expect(document.servers).toEqual([{ url: 'http://localhost:8787' }]);
    expect(await read('/openapi.json')).toEqual(document);
  });

  it('describes every registered route, and no other', async () => {
    const described = operationsOf(await read('/openapi.json')).map(
      ({ path, method }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    const undescribed = [
      'GET /',
      'GET /status',
      'GET /robots.txt',
      'GET /llms.txt',
      'GET /dashboard',
      'GET /admin',
      'GET /.well-known/security.txt',
      'GET /.well-known/change-password',
      // The page that closes the window of a FedCM sign-in.
      'GET /oauth/fedcm/done',
      'GET /console/v1/dashboard/sso/callback',
      'GET /console/v1/admin/sso/callback',
      'GET /v/:token',
      'GET /v/sessions/:id/live',
      'GET /docs/age-truth',
      'GET /docs/swagger.json',
      'GET /openapi.json',
      'GET /outbox',
      'GET /outbox/:id',
      'GET /outbox/mails.json',
    ];
    const registered = app.routes
      // Pages for people are not part of the API, routes with `*` are middleware, and SCIM has its
      // own discovery endpoints (RFC 7644 section 4).
      .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*') && !isPortalPath(path))
      .filter(({ path }) => !path.startsWith('/scim/v2/'))
      .map((route) => `${route.method} ${route.path}`);
    expect(new Set([...described, ...undescribed])).toEqual(new Set(registered));
  });

  it('gives every operation a unique id, a summary, its security and its errors', async () => {
    const document = await read('/openapi.json');
    const operations = operationsOf(document);
    expect(new Set(operations.map((o) => o.operation.operationId)).size).toBe(operations.length);
    for (const { path, operation } of operations) {
      expect([path, operation.summary]).toEqual([path, expect.any(String)]);
      const told = ['429', '500'].filter((status) => operation.responses[status]?.content);
      expect([path, told]).toEqual([path, ['429', '500']]);
    }
    expect(operations.filter(({ operation }) => operation.security === undefined)).toEqual([]);
    expect(Object.keys(document.components.securitySchemes)).toEqual([
      'apiKey',
      'bearer',
      'browserCookie',
      'consentCookie',
    ]);
  });

  const ENVELOPE = {
    'application/json': expect.objectContaining({
      example: expect.objectContaining({ success: true }),
    }),
  };
  const RECEIPT = {
    'text/plain': { schema: expect.objectContaining({ example: expect.any(String) }) },
  };

  it('shows an example of every answer a customer reads', async () => {
    const operations = operationsOf(await read('/openapi.json'));
    for (const { path, operation } of operations.filter(({ path }) => path.startsWith('/verify'))) {
      const good = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
      const shown = path.startsWith('/verify/v1/receipts/') ? RECEIPT : ENVELOPE;
      expect([path, good?.[1].content]).toEqual([path, shown]);
    }
  });

  it('resolves every reference within itself', async () => {
    const document = await read('/openapi.json');
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(5);
    for (const [, pointer = ''] of references)
      expect(document).toHaveProperty(pointer.split('/'), expect.anything());
  });

  it('documents init with its fields, limits and an example', async () => {
    const document = await read('/openapi.json');
    const text = JSON.stringify(document.components.schemas['InitRequest']);
    for (const field of [
      'callback_url',
      'min_age',
      'purpose',
      'verification_mode',
      'user_id',
      'locale',
    ])
      expect(text).toContain(`"${field}"`);
    expect(text).toContain('"required":["callback_url"');
    expect(text).toContain('"maximum":99');
    expect(text).toContain('https://shop.example/age/return');
  });
});

it('has patterns that every dialect reads alike: no flags, no Unicode categories (D-102)', async () => {
  const text = JSON.stringify(await read('/openapi.json'));
  const written = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
  const patterns = new Set(written.map(([, one]) => JSON.parse(one!) as string));
  expect(patterns.size).toBeGreaterThan(5);
  expect([...patterns].filter((one) => /\/[a-z]+$|\\[pP]\{/.test(one))).toEqual([]);
  for (const one of patterns) expect(() => new RegExp(one, 'u')).not.toThrow();
});

it('has formats of addresses and times, and defaults of bodies as words (D-102)', async () => {
  const { components } = await read('/openapi.json');
  const { OAuthClient, InitRequest, Meta, DashboardUser } = components.schemas;
  expect(OAuthClient).toMatchObject({
    properties: {
      client_id: { pattern: '^xoc_' },
      redirect_uris: { items: { format: 'uri' } },
      age_thresholds: { items: { enum: [12, 15, 18, 21, 25] } },
      created_at: { format: 'date-time' },
    },
  });
  expect(InitRequest).toMatchObject({
    properties: {
      callback_url: { format: 'uri' },
      min_age: { minimum: 1, maximum: 99 },
      verification_mode: { description: expect.stringContaining('Default: `auto`.') },
    },
  });
  expect(Meta).toMatchObject({ properties: { timestamp: { format: 'date-time' } } });
  expect(DashboardUser).toMatchObject({ properties: { email: { format: 'email' } } });
  expect(JSON.stringify(components.schemas)).not.toMatch(/"default":/);
});

it('is served under every method that Allow names, and no other (RFC 9110 10.2.1)', async () => {
  const { paths } = await read('/openapi.json');
  for (const [path, operations] of Object.entries(paths)) {
    const ask = (method: string) =>
      exports.default.fetch(
        new Request(`http://localhost:8787${path.replaceAll(/[{}]/g, '')}`, { method }),
      );
    const refused = await ask('PUT');
    const allowed = (refused.headers.get('Allow') ?? '').split(', ');
    const described = Object.keys(operations).map((method) => method.toUpperCase());
    if (described.includes('GET')) described.push('HEAD');
    expect([path, refused.status, new Set(allowed)]).toEqual([path, 405, new Set(described)]);
    for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']) {
      const isServed = (await ask(method)).status !== 405;
      expect([path, method, isServed]).toEqual([path, method, allowed.includes(method)]);
    }
  }
});

it('is generated once per isolate, not per request', async () => {
  const build = vi.spyOn(app, 'getOpenAPI31Document');
  const first = await read('/openapi.json');
  const built = build.mock.calls.length;
  expect(await read('/docs/swagger.json')).toEqual(first);
  expect(await read('/openapi.json')).toEqual(first);
  expect(build.mock.calls.length).toBe(built);
});
