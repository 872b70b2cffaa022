// Reads signed request objects (RFC 9101), accepted only by value and in pushed requests: nothing
// is ever fetched for a request (S-08).
import type { Context } from '../../../context.ts';
import { OAuthError } from '../../../errors.ts';
import { CLOCK_SECONDS, readSignedByClient } from '../../openid/clients/client-signature.ts';
import type { OAuthClient } from '../../openid/clients/oauth-client.ts';
import { readAuthorizationParameters, type AuthorizationParameters } from './parse-request.ts';

/**
 * RFC 9101 4, 10.8: a JWT of any other type, such as a client assertion, is not a request object.
 */
const TYPE = 'oauth-authz-req+jwt';

/**
 * FAPI 2.0 Message Signing 5.3.1: the limit on the age and on the remaining lifetime of a request
 * object.
 */
const LONGEST_SECONDS = 60 * 60;

/** Claims about the JWT itself, which are not parameters. */
const ABOUT = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'];

/**
 * Reads a request object. RFC 9101 6.3: parameters outside the object are ignored.
 * @throws OAuthError invalid_request_object unless the object is a valid request from this client,
 *   addressed to this service
 */
export async function readRequestObject(
  ctx: Pick<Context, 'config' | 'now'>,
  client: OAuthClient,
  object: string,
): Promise<AuthorizationParameters> {
  if (client.jwks === undefined && client.jwksUri === undefined)
    throw refused('This client has neither jwks nor jwks_uri to verify request with.');
  const payload = await readSignedByClient(ctx, client, object, {
    typ: TYPE,
    audience: ctx.config.baseUrl,
    requiredClaims: ['exp', 'client_id'],
  });
  if (payload === undefined)
    throw refused(
      `request must be a JWT of type ${TYPE} that is valid now, signed by a key of this client, with iss naming the client and aud this issuer.`,
    );
  const { exp = 0, nbf, client_id: clientId } = payload;
  const nowSeconds = ctx.now() / 1000;
  if (exp > nowSeconds + LONGEST_SECONDS + CLOCK_SECONDS)
    throw refused('exp of request is more than an hour ahead.');
  if (nbf !== undefined && nbf < nowSeconds - LONGEST_SECONDS)
    throw refused('nbf of request is more than an hour ago.');
  if (clientId !== client.id)
    throw refused('client_id of request is not the client that authenticated.');
  if ('request' in payload || 'request_uri' in payload)
    throw refused('request must contain neither request nor request_uri.');
  const parameters = Object.entries(payload).filter(([name]) => !ABOUT.includes(name));
  return readAuthorizationParameters(new URLSearchParams(parameters.map(asText)).toString());
}

/**
 * Converts a claim to the text that a query would contain. RFC 9101 4: in a request object, numbers
 * are JSON numbers, and parameters that would be JSON text in a query are JSON values.
 */
const asText = ([name, value]: [string, unknown]): [string, string] => [
  name,
  typeof value === 'string' ? value : JSON.stringify(value),
];

const refused = (message: string): OAuthError => new OAuthError('invalid_request_object', message);
