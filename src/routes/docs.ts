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

Any address answers 405 with \`Allow\` to other methods, 421 under another host, and HEAD where it answers GET.

How far age estimates are off, and which margin it takes: \`/docs/age-truth\`.`;

/** Tags, in the order of the reference. */
const TAGS = [
  { name: 'Verification', description: 'For your backend.' },
  { name: 'Face 2FA', description: 'For your backend: enrol a face, and compare pictures.' },
  { name: 'Blacklist', description: 'For your backend: faces that you do not admit.' },
  { name: 'Passes', description: 'For your backend: age passes that your own page was given.' },
  { name: 'Sandbox', description: 'For your tests, with a test key.' },
  { name: 'Sessions', description: 'For your backend: your verifications and their results.' },
  { name: 'Events', description: 'For your backend: the event feed and webhooks.' },
  { name: 'Requests', description: 'For your backend: what it sent, and how that was answered.' },
  { name: 'Pages', description: 'For your pages, with a publishable key.' },
  { name: 'Sign-in', description: 'For relying parties: OAuth 2.0 and OpenID Connect.' },
  { name: 'Discovery', description: 'For relying parties.' },
  {
    name: 'Dashboard sign-in',
    description: 'For a customer’s staff: sign-in and their own account.',
  },
  { name: 'Dashboard team', description: 'For a customer’s staff: members and invitations.' },
  {
    name: 'Dashboard single sign-on',
    description:
      'For a customer’s owners: their own identity provider, its domains, and who is linked.',
  },
  { name: 'Dashboard API keys', description: 'For a customer’s staff: keys of the API.' },
  {
    name: 'Dashboard OAuth clients',
    description: 'For a customer’s staff: sites and apps where people sign in.',
  },
  {
    name: 'Dashboard webhooks',
    description: 'For a customer’s staff: endpoints and deliveries.',
  },
  { name: 'Dashboard sessions', description: 'For a customer’s staff: verifications.' },
  {
    name: 'Dashboard requests',
    description: 'For a customer’s staff: what was called with the keys.',
  },
  {
    name: 'Dashboard reviews',
    description: 'For a customer’s staff: documents that a person decides on.',
  },
  {
    name: 'Dashboard faces',
    description: 'For a customer’s staff: enrolled and blocked faces.',
  },
  { name: 'Dashboard analytics', description: 'For a customer’s staff: figures.' },
  { name: 'Dashboard settings', description: 'For a customer’s staff: policy and look.' },
  {
    name: 'Dashboard usage',
    description: 'For a customer’s staff: what was used and what it costs.',
  },
  { name: 'Dashboard audit', description: 'For a customer’s staff: the customer’s own log.' },
  { name: 'Admin sign-in', description: 'For operators: sign-in and their own account.' },
  { name: 'Admins', description: 'For operators: managing operators.' },
  {
    name: 'Admin single sign-on',
    description: 'For operators: their own identity provider, and who is linked.',
  },
  { name: 'Admin accounts', description: 'For operators: accounts of the people who sign in.' },
  { name: 'Admin analytics', description: 'For operators: figures.' },
  { name: 'Admin audit', description: 'For operators: the audit log.' },
  { name: 'Admin clients', description: 'For operators: clients of sites.' },
  { name: 'Admin verified ages', description: 'For operators: ages that accounts keep.' },
  { name: 'Admin tenants', description: 'For operators: customers and plans.' },
  { name: 'Admin wallets', description: 'For operators: whom proofs from wallets may lead to.' },
  {
    name: 'Admin evidence',
    description: 'For operators: certificates and incidents of evidence packs.',
  },
  { name: 'Admin health', description: 'For operators: what is behind, and why.' },
  { name: 'Health', description: 'For monitors.' },
  {
    name: 'Consoles',
    description: 'Internal API of the consoles’ sign-in. Not for integrations.',
  },
  {
    name: 'Hosted page',
    description: 'Internal API of the hosted page. Not for integrations.',
  },
  {
    name: 'Hosted proofs',
    description: 'Internal API of the hosted page: wallets and passes. Not for integrations.',
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
      // This page names the operator of the service and their contact.
      contact: { name: serviceName, url: `${baseUrl}/privacy` },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: TAGS,
  });
  completeDescription(document);
  return document;
}

/** Cached per isolate, because building it takes a tenth of a second. */
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
    description: '`sk_live_…` or `sk_test_…`; `pk_…` where a route says so.',
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
