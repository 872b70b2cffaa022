// Schemas for a relying party's authentication method and its request and token settings, as shown
// to its owner and to operators.
import { z } from '@hono/zod-openapi';
import type { OAuthClient } from '../../domain/openid/clients/oauth-client.ts';

export const EXAMPLE_KEY = {
  kty: 'EC',
  crv: 'P-256',
  kid: '2026-11',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};

const ClientKey = z
  .object({
    kty: z.enum(['EC', 'RSA', 'OKP']),
    kid: z.string().optional(),
    use: z.literal('sig').optional(),
    alg: z.enum(['ES256', 'PS256', 'EdDSA', 'Ed25519']).optional(),
    crv: z.enum(['P-256', 'Ed25519']).optional(),
    x: z.string().optional(),
    y: z.string().optional(),
    n: z.string().optional(),
    e: z.string().optional(),
  })
  .openapi({ example: EXAMPLE_KEY as never });

/** How a client authenticates, as shown to its owner and to operators. */
export const ClientProof = {
  token_endpoint_auth_method: z.enum(['none', 'private_key_jwt']).optional().openapi({
    description:
      'Authentication method of a client without a secret: `none` for public clients, `private_key_jwt` for clients that sign (RFC 7523).',
  }),
  jwks: z
    .object({ keys: z.array(ClientKey) })
    .optional()
    .openapi({ description: 'Public keys of the client (RFC 7517).' }),
  jwks_uri: z.string().optional().openapi({ example: 'https://rp.example/jwks.json' }),
};

export const ClientProfile = {
  require_pushed_authorization_requests: z.boolean().openapi({
    description: 'Whether the client must push its authorization requests (PAR, RFC 9126).',
  }),
  id_token_signed_response_alg: z
    .enum(['RS256', 'ES256'])
    .openapi({ description: 'Signing algorithm of the client’s ID tokens and logout tokens.' }),
  profile: z.enum(['fapi2']).optional().openapi({ description: 'FAPI 2.0 Security Profile.' }),
  default_max_age: z.int().optional().openapi({
    description:
      'Maximum authentication age in seconds for requests without `max_age`. After an older sign-in, userinfo requires a new one (RFC 9470).',
  }),
  device_flow: z
    .boolean()
    .openapi({ description: 'Whether the client may request device codes (RFC 8628).' }),
  fedcm: z.boolean().openapi({
    description: 'Whether the client’s pages may use FedCM to ask the browser for a sign-in.',
  }),
};

/** @param method undefined for a client with a secret */
export function presentProof(
  { jwks, jwksUri }: OAuthClient,
  method: 'none' | 'private_key_jwt' | undefined,
) {
  return {
    ...(method !== undefined && { token_endpoint_auth_method: method }),
    ...(jwks !== undefined && { jwks: { keys: jwks.keys.map((key) => ({ ...key })) } }),
    ...(jwksUri !== undefined && { jwks_uri: jwksUri }),
  };
}

/** Presents a client's request and token settings. */
export const presentProfile = ({ profile, defaultMaxAgeSeconds, ...client }: OAuthClient) => ({
  require_pushed_authorization_requests: client.pushesRequests === true,
  id_token_signed_response_alg: client.idTokenAlg ?? ('RS256' as const),
  ...(profile !== undefined && { profile }),
  ...(defaultMaxAgeSeconds !== undefined && { default_max_age: defaultMaxAgeSeconds }),
  device_flow: client.usesDevices === true,
  fedcm: client.usesFedcm === true,
});
