// Files for crawlers: robots.txt (RFC 9309), and llms.txt, a short guide for language models.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Config } from '../../config/config.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { sendPublicText } from '../../http/public-file.ts';

/**
 * Every address that this list does not allow is private to a person or a program: links with
 * tokens, accounts, APIs.
 */
const ROBOTS = [
  'User-agent: *',
  'Allow: /$',
  'Allow: /docs',
  'Allow: /openapi.json$',
  'Allow: /llms.txt$',
  'Allow: /privacy$',
  'Allow: /terms$',
  'Allow: /status$',
  // The assets of the pages above.
  'Allow: /portal/',
  'Allow: /assets/',
  'Allow: /favicon.svg$',
  'Disallow: /',
  '',
].join('\n');

export function registerRobots(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/robots.txt', (c) => sendPublicText(c, ROBOTS, 'text/plain; charset=utf-8'));
  surface.get('/llms.txt', (c) =>
    sendPublicText(c, guide(c.get('ctx').config), 'text/markdown; charset=utf-8'),
  );
}

const guide = ({ baseUrl, serviceName }: Config): string => `# ${serviceName}

> Age and identity verification over HTTP, and sign-in by OpenID Connect. A backend starts a check, a person passes it on
> a hosted page, and the backend reads a result that says whether the person is old enough.

- Authenticate with \`X-API-Key\`: \`sk_test_…\` for the sandbox, \`sk_live_…\` for real checks. Secret keys stay on the backend.
- Every JSON response is an envelope: branch on \`success\`, then on \`data\` or \`error.code\`.
- Start a check: \`POST ${baseUrl}/verify/v1/init\` with \`callback_url\` and \`min_age\`, and send the browser to \`verify_url\`.
- Decide: \`GET ${baseUrl}/verify/v1/result/{token}\`, by the boolean \`data.verified\` alone. The query of the callback proves nothing.
- Without a camera: \`POST ${baseUrl}/verify/v1/sandbox/{token}/outcome\` settles a session of a test key.
- Sign-in: authorization code with PKCE; the scope \`age_verification\` shares which ages were reached, no birth date.

## Reference

- [Docs](${baseUrl}/docs): guides, and every route with its errors
- [Quickstart](${baseUrl}/docs/quickstart) and [verification](${baseUrl}/docs/verification): init, result, sandbox
- [API of the backend](${baseUrl}/docs/reference/verification): init, result and status, with samples in five languages
- [OpenAPI 3.1](${baseUrl}/openapi.json): the same for programs
- [How far age estimates are off](${baseUrl}/docs/age-truth): measured errors and margins

## Sign-in

- [OpenID Connect Discovery](${baseUrl}/.well-known/openid-configuration): endpoints, scopes and claims
- [Keys](${baseUrl}/.well-known/jwks.json): verify ID tokens with them

## Optional

- [Keys of deletion receipts](${baseUrl}/.well-known/receipt-keys.json)
- [Readiness](${baseUrl}/readyz): for monitors
- [Privacy notice](${baseUrl}/privacy)
`;
