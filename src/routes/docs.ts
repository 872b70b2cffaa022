// The OpenAPI document, generated from the route contracts. The reference pages and guides are
// static (scripts/docs-site).
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Config } from '../config/config.ts';
import type { AppEnv } from '../http/app-env.ts';
import { CURRENT_VERSION } from '../http/api-version.ts';
import { completeDescription } from '../http/complete-description.ts';

const DESCRIPTION = `Age and identity verification. Your backend calls \`POST /verify/v1/init\`, sends the
browser to \`verify_url\`, and reads \`GET /verify/v1/result/{token}\` when it comes back.

Every JSON response is an envelope: branch on \`success\`, then on \`data\` or \`error.code\`. The current version is
${CURRENT_VERSION} (\`X-API-Version\`).

Every URL responds with 405 and \`Allow\` to methods it does not support, with 421 under another host name, and to HEAD
wherever it supports GET.

The error of age estimates, and the margin that follows from it: \`/docs/age-truth\`.`;

/** The tags, in the order of the API reference. */
const TAGS = [
  { name: 'Verification', description: 'Backend: start verifications and read results.' },
  { name: 'Face 2FA', description: 'Backend: enrol a face, and compare pictures.' },
  { name: 'Blacklist', description: 'Backend: faces that you block.' },
  { name: 'Passes', description: 'Backend: age passes that your own page received.' },
  { name: 'Sandbox', description: 'Tests, with a test key.' },
  { name: 'Sessions', description: 'Backend: your verifications and their results.' },
  { name: 'Events', description: 'Backend: the event feed and webhooks.' },
  { name: 'Requests', description: 'Backend: your API calls and their responses.' },
  { name: 'Pages', description: 'Web pages, with a publishable key.' },
  { name: 'Sign-in', description: 'Relying parties: OAuth 2.0 and OpenID Connect.' },
  { name: 'Discovery', description: 'Relying parties: discovery documents and public keys.' },
  {
    name: 'Dashboard sign-in',
    description: 'Customer staff: sign-in and their own account.',
  },
  { name: 'Dashboard team', description: 'Customer staff: members and invitations.' },
  {
    name: 'Dashboard single sign-on',
    description: 'Customer owners: their own identity provider, its domains and linked members.',
  },
  { name: 'Dashboard API keys', description: 'Customer staff: API keys.' },
  {
    name: 'Dashboard OAuth clients',
    description: 'Customer staff: sites and apps where people sign in.',
  },
  {
    name: 'Dashboard webhooks',
    description: 'Customer staff: webhook endpoints and deliveries.',
  },
  { name: 'Dashboard sessions', description: 'Customer staff: verifications.' },
  {
    name: 'Dashboard requests',
    description: 'Customer staff: calls made with API keys.',
  },
  {
    name: 'Dashboard reviews',
    description: 'Customer staff: documents that a reviewer decides.',
  },
  {
    name: 'Dashboard faces',
    description: 'Customer staff: enrolled and blocked faces.',
  },
  { name: 'Dashboard analytics', description: 'Customer staff: statistics.' },
  { name: 'Dashboard settings', description: 'Customer staff: policy and appearance.' },
  {
    name: 'Dashboard usage',
    description: 'Customer staff: usage and its cost.',
  },
  { name: 'Dashboard audit', description: 'Customer staff: the customer’s own audit log.' },
  { name: 'Admin sign-in', description: 'Operators: sign-in and their own account.' },
  { name: 'Admins', description: 'Operators: management of operators.' },
  {
    name: 'Admin single sign-on',
    description: 'Operators: their own identity provider, and linked operators.',
  },
  { name: 'Admin accounts', description: 'Operators: accounts of the people who sign in.' },
  { name: 'Admin analytics', description: 'Operators: statistics.' },
  { name: 'Admin audit', description: 'Operators: the audit log.' },
  { name: 'Admin clients', description: 'Operators: OAuth clients of sites.' },
  { name: 'Admin verified ages', description: 'Operators: ages stored in accounts.' },
  { name: 'Admin tenants', description: 'Operators: customers and plans.' },
  { name: 'Admin wallets', description: 'Operators: trust anchors for proofs from wallets.' },
  {
    name: 'Admin evidence',
    description: 'Operators: certificates and incidents of evidence packs.',
  },
  { name: 'Admin health', description: 'Operators: overdue work and its causes.' },
  { name: 'Health', description: 'Monitoring.' },
  {
    name: 'Consoles',
    description: 'Internal API for sign-in to the consoles. Not for integrations.',
  },
  {
    name: 'Hosted page',
    description: 'Internal API for the hosted page. Not for integrations.',
  },
  {
    name: 'Hosted proofs',
    description: 'Internal API for the hosted page: wallets and passes. Not for integrations.',
  },
];

/**
 * @param app the composed application, with every surface mounted
 * @returns the OpenAPI 3.1 document
 */
export function describeApi(app: OpenAPIHono<AppEnv>, baseUrl: string, serviceName: string) {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: `${serviceName} API`,
      version: '1.0',
      description: DESCRIPTION,
      // The privacy page names the operator of the service and their contact.
      contact: { name: serviceName, url: `${baseUrl}/privacy` },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: TAGS,
  });
  completeDescription(document);
  return document;
}

/** The document is cached per isolate, because building it takes a tenth of a second. */
const texts = new WeakMap<Config, string>();

function describedText(app: OpenAPIHono<AppEnv>, config: Config): string {
  const known = texts.get(config);
  if (known !== undefined) return known;
  const text = JSON.stringify(describeApi(app, config.baseUrl, config.serviceName));
  texts.set(config, text);
  return text;
}

export function registerDocs(app: OpenAPIHono<AppEnv>): void {
  const { openAPIRegistry: registry } = app;
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: '`sk_live_…` or `sk_test_…`; `pk_…` where a route allows it.',
  });
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  registry.registerComponent('securitySchemes', 'browserCookie', {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-verification-{id}',
  });
  registry.registerComponent('securitySchemes', 'consentCookie', {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-agate-consent-{id}',
  });
  for (const path of ['/docs/swagger.json', '/openapi.json'] as const)
    app.get(path, (c) => {
      c.header('Access-Control-Allow-Origin', '*');
      c.header('Cache-Control', 'public, max-age=300');
      c.header('Content-Type', 'application/json');
      return c.body(describedText(app, c.get('ctx').config));
    });
}
