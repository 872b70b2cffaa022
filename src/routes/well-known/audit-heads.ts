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
      description: 'A single chain over the entries of operators, of customers and of the service.',
    }),
    heads: z.array(
      z.object({
        position: z.int().openapi({ description: 'Number of the last entry.' }),
        hash: z.string().openapi({ description: 'SHA-256 of the last link, hex.' }),
        signed_at: z.string(),
        kid: z.string(),
        pass_directory: z.string().optional().openapi({
          description:
            'SHA-256 of `/.well-known/private-token-issuer-directory` at that time, hex. It reveals a key that was made for one person.',
        }),
        signature: z.string().openapi({ description: 'Compact JWS over these values.' }),
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
  summary: 'Read the signed heads of the audit chain',
  description:
    'The audit log is a hash chain whose head is signed daily. Save a copy to detect later whether the log was rewritten. Returns the latest 400 heads, newest first, with every key that signed one.',
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
