// Finds faults in a relying party's authentication method and security profile (D-153). Pure.
import type { Config } from '../../../config/config.ts';
import type { FieldError } from '../../../errors.ts';
import { faultOfKeys } from '../../openid/clients/client-keys.ts';
import { FAPI2 } from '../../openid/clients/client-profile.ts';
import type { OAuthClient } from '../../openid/clients/oauth-client.ts';
import { faultsOfReceiver } from './receiver-faults.ts';

type Fields = Omit<OAuthClient, 'id' | 'tenantId'>;

/** The longest `max_age`, in seconds: a year is more than any site needs. */
const LONGEST_MAX_AGE = 365 * 24 * 60 * 60;

export function faultsOfProof(
  {
    jwks,
    jwksUri,
    provesByKey,
    isPublic,
    isNative,
    pushesRequests,
    usesFedcm,
    defaultMaxAgeSeconds: maxAge,
  }: Fields,
  config: Pick<Config, 'baseUrl' | 'isLocal'>,
): FieldError[] {
  const faults: FieldError[] = [];
  if (provesByKey === true && isPublic === true)
    faults.push({ field: METHOD, message: 'is always none for a public client' });
  if (provesByKey === true && jwks === undefined && jwksUri === undefined)
    faults.push({ field: 'jwks', message: 'or jwks_uri is required with private_key_jwt' });
  if (jwks !== undefined && jwksUri !== undefined)
    faults.push({ field: 'jwks_uri', message: 'and jwks exclude each other' });
  const fault = jwks === undefined ? undefined : faultOfKeys(jwks);
  if (fault !== undefined) faults.push({ field: 'jwks', message: fault });
  if (jwksUri !== undefined) faults.push(...faultsOfReceiver('jwks_uri', jwksUri, config));
  // A browser cannot push a FedCM request, and a native app has no page with an origin.
  if (usesFedcm === true && (pushesRequests === true || isNative === true))
    faults.push({
      field: 'fedcm',
      message: 'is not available to native clients and clients that push their requests',
    });
  if (
    maxAge !== undefined &&
    !(Number.isInteger(maxAge) && maxAge > 0 && maxAge <= LONGEST_MAX_AGE)
  )
    faults.push({ field: 'default_max_age', message: 'must be 1 to 31536000 seconds' });
  return faults;
}

const METHOD = 'token_endpoint_auth_method';

/**
 * Finds settings that violate the FAPI 2.0 Security Profile, 5.3.2, including settings that differ
 * from the values in FAPI2.
 */
export function faultsOfProfile(client: Fields): FieldError[] {
  if (client.profile !== 'fapi2') return [];
  const faults: FieldError[] = [];
  const need = (isMet: boolean, field: string, message: string): void => {
    if (!isMet) faults.push({ field, message: `${message} with profile fapi2` });
  };
  need(client.provesByKey === true, METHOD, 'must be private_key_jwt');
  need(
    client.pushesRequests === FAPI2.pushesRequests,
    'require_pushed_authorization_requests',
    'must be true',
  );
  need(client.needsProof === FAPI2.needsProof, 'dpop_bound_access_tokens', 'must be true');
  need(client.idTokenAlg === FAPI2.idTokenAlg, 'id_token_signed_response_alg', 'must be ES256');
  need(client.pkceOptional !== true, 'pkce_optional', 'must be false');
  need(client.usesDevices !== true, 'device_flow', 'must be false');
  need(
    client.redirectUris.every((uri) => uri.startsWith('https://')),
    'redirect_uris',
    'must all be https URLs',
  );
  return faults;
}
