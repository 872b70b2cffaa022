// Finds faults in a relying party's settings before they are saved. Pure.
import type { Config } from '../../../config/config.ts';
import { AppError, type FieldError } from '../../../errors.ts';
import { SCOPES } from '../../terms/scope.ts';
import { isEmbedOrigin } from '../tenants/embed-origin.ts';
import type { OAuthClient } from '../../openid/clients/oauth-client.ts';
import { faultsOfProfile, faultsOfProof } from './proof-faults.ts';
import { faultsOfReceiver } from './receiver-faults.ts';
import { faultOfRedirectUri, faultOfUri } from '../../openid/clients/registered-uri.ts';

type Fields = Omit<OAuthClient, 'id' | 'tenantId'>;

const MAX_URIS = 20;
const MAX_NAME_LENGTH = 100;
const MAX_LOGO_LENGTH = 16 * 1024;

/** @throws AppError VALIDATION_FAILED naming every invalid field */
export function rejectFaults(
  config: Pick<Config, 'baseUrl' | 'isLocal'>,
  registration: Fields,
): void {
  const { backchannelLogoutUri } = registration;
  const fields = [
    ...faultsOfLook(registration),
    ...faultsOfScopes(registration.scopes),
    ...faultsOfUris('redirect_uris', registration.redirectUris, 1, faultOfRedirectUri),
    ...faultsOfUris('post_logout_redirect_uris', registration.postLogoutRedirectUris, 0),
    ...faultsOfOrigins(registration),
    ...(backchannelLogoutUri === undefined
      ? []
      : faultsOfReceiver('backchannel_logout_uri', backchannelLogoutUri, config)),
    ...faultsOfFrame(registration),
    ...faultsOfPkce(registration),
    ...faultsOfProof(registration, config),
    ...faultsOfProfile(registration),
  ];
  const [first] = fields;
  if (first !== undefined)
    throw new AppError('VALIDATION_FAILED', `${first.field} ${first.message}.`, { fields });
}

/**
 * Finds public and native clients for which PKCE is optional. A client without a secret depends on
 * PKCE, and a native app cannot protect its authorization code from other apps on the same device
 * (RFC 8252 6, 8.1).
 */
function faultsOfPkce({ pkceOptional, isPublic, isNative }: Fields): FieldError[] {
  if (pkceOptional !== true || (isPublic !== true && isNative !== true)) return [];
  return [{ field: 'pkce_optional', message: 'is not available to public and native clients' }];
}

function faultsOfLook({ name, logo, logoUrl }: Fields): FieldError[] {
  const faults: FieldError[] = [];
  if (name.trim() === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name))
    faults.push({ field: 'name', message: `must have 1 to ${MAX_NAME_LENGTH} characters` });
  if (logo !== undefined && !isImage(logo))
    faults.push({ field: 'logo', message: 'must be a data: URL of a picture, at most 16 KiB' });
  if (
    logoUrl !== undefined &&
    !(logoUrl.startsWith('https://') && faultOfUri(logoUrl) === undefined)
  )
    faults.push({ field: 'logo_url', message: 'must be an https URL' });
  return faults;
}

const isImage = (logo: string): boolean =>
  logo.length <= MAX_LOGO_LENGTH &&
  /^data:image\/(png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/.test(logo);

function faultsOfScopes(scopes: readonly string[]): FieldError[] {
  const known = scopes.every((scope) => SCOPES.some((one) => one === scope));
  return known && scopes.includes('openid')
    ? []
    : [{ field: 'scopes', message: `must contain openid, and only ${SCOPES.join(', ')}` }];
}

function faultsOfUris(
  field: string,
  uris: readonly string[],
  least: number,
  faultOf = faultOfUri,
): FieldError[] {
  if (uris.length < least || uris.length > MAX_URIS)
    return [{ field, message: `must list ${least} to ${MAX_URIS} URLs` }];
  return uris.flatMap((uri) => {
    const fault = faultOf(uri);
    return fault === undefined ? [] : [{ field, message: fault }];
  });
}

function faultsOfOrigins({ webOrigins = [], isPublic }: Fields): FieldError[] {
  const field = 'web_origins';
  if (webOrigins.length > 0 && isPublic !== true)
    return [
      {
        field,
        message: 'is for public clients only: a client with a secret must not use it in a page',
      },
    ];
  const isGood = webOrigins.length <= MAX_URIS && webOrigins.every(isEmbedOrigin);
  return isGood
    ? []
    : [{ field, message: `must list at most ${MAX_URIS} origins such as https://app.example` }];
}

/**
 * Front-Channel Logout 1.0, 2: the URI must have the scheme, host and port of a registered redirect
 * URI.
 */
function faultsOfFrame({ frontchannelLogoutUri: uri, redirectUris }: Fields): FieldError[] {
  if (uri === undefined) return [];
  const { origin } = URL.canParse(uri) ? new URL(uri) : {};
  const isOwn = redirectUris.some((one) => URL.canParse(one) && new URL(one).origin === origin);
  const message =
    faultOfUri(uri) ?? (isOwn ? undefined : 'must be at the origin of a redirect URI');
  return message === undefined ? [] : [{ field: 'frontchannel_logout_uri', message }];
}
