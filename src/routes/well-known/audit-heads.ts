import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { listSignedHeads } from '../../domain/platform/audit/heads.ts';
import { everyJwk } from '../../domain/platform/signing-keys/key-ring.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import { Jwk } from './jwks.ts';

const AuditHeads = z
  .object({
    chain: z.literal('audit').openapi({
      description: 'One chain over the entries of operators, of customers and of the service.',
    }),
    heads: z.array(
      z.object({
        position: z.int().openapi({ description: 'Number of the last entry.' }),
        hash: z.string().openapi({ description: 'SHA-256 of its link, hex.' }),
        signed_at: z.string(),
        kid: z.string(),
        pass_directory: z.string().optional().openapi({
          description:
            'SHA-256 of `/.well-known/private-token-issuer-directory` as it was then, hex. A key that was made for one person would show.',
        }),
        signature: z.string().openapi({ description: 'Compact JWS over them.' }),
      }),
    ),
    keys: z.array(Jwk),
  })
  .openapi('AuditHeads');

const route = createRoute({
  method: 'get',
  path: '/audit-heads.json',
  operationId: 'readAuditHeads',
  tags: ['Discovery'],
  summary: 'Read the signed heads of the audit',
  description:
    'The audit is a chain of hashes, whose head is signed daily. A copy that was saved shows later whether the audit was rewritten. The latest 400, the newest first, with every key that signed one.',
  security: [],
  responses: {
    200: {
      description: 'Heads and keys.',
      content: { 'application/json': { schema: AuditHeads } },
    },
    ...errorResponses(429, 500),
  },
});

export function registerAuditHeads(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const ctx = c.get('ctx');
    const [heads, keys] = await Promise.all([listSignedHeads(ctx), everyJwk(ctx, 'audit')]);
    c.header('Cache-Control', 'public, max-age=3600');
    const listed = heads.map(({ position, hash, signedAtMs, kid, passDirectory, jws }) => ({
      position,
      hash,
      signed_at: toTimestamp(signedAtMs),
      kid,
      ...(passDirectory !== undefined && { pass_directory: passDirectory }),
      signature: jws,
    }));
    return c.json({ chain: 'audit' as const, heads: listed, keys }, 200);
  });
}
