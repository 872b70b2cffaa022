// Domain values as the wire names them (spec 2.3, 2.6).
import type { z } from '@hono/zod-openapi';
import type { TokenSet } from '../../domain/grants/exchange.ts';
import type { ActiveToken } from '../../domain/grants/introspect.ts';
import type { Introspection, TokenResponse } from './schemas.ts';

export const presentTokens = (tokens: TokenSet): z.infer<typeof TokenResponse> => ({
  access_token: tokens.accessToken,
  token_type: 'Bearer',
  expires_in: tokens.expiresInSeconds,
  refresh_token: tokens.refreshToken,
  id_token: tokens.idToken,
  scope: tokens.scope.join(' '),
});

/** @param issuer the service's origin */
export function presentIntrospection(
  token: ActiveToken | undefined,
  issuer: string,
): z.infer<typeof Introspection> {
  if (token === undefined) return { active: false };
  return {
    active: true,
    scope: token.scope.join(' '),
    client_id: token.clientId,
    sub: token.subject,
    exp: token.expiresAtSeconds,
    iat: token.issuedAtSeconds,
    iss: issuer,
    token_type: token.kind === 'access_token' ? 'Bearer' : 'refresh_token',
  };
}
