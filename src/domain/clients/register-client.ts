// Use cases of a customer's staff: register a relying party, change it, rotate its secret, delete it.
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { CLIENT_ID, CLIENT_SECRET } from '../../crypto/token-prefixes.ts';
import { AppError, notFound, type FieldError } from '../../errors.ts';
import { disconnectClient } from '../grants/connections.ts';
import { SCOPES } from '../grants/scope.ts';
import { forgetClient, type OAuthClient } from './client.ts';
import { faultOfUri } from './registered-uri.ts';
import { insertClient, markClientDeleted, replaceSecret, updateClient } from './store.ts';

export type ClientRegistration = Omit<OAuthClient, 'id' | 'tenantId'>;

const MAX_URIS = 20;
const MAX_NAME_LENGTH = 100;
const MAX_LOGO_LENGTH = 16 * 1024;

/** How long a replaced secret goes on working, in days. */
export const MAX_OVERLAP_DAYS = 7;
const DAY_MS = 24 * 3_600_000;

/** @returns the client and its secret, `xocs_…`, which is told once @throws AppError VALIDATION_FAILED naming every field at fault */
export async function registerClient(
  ctx: Pick<Context, 'db' | 'now'>,
  tenantId: string,
  registration: ClientRegistration,
): Promise<{ client: OAuthClient; secret: string }> {
  rejectFaults(registration);
  const client = { ...registration, id: `${CLIENT_ID}${randomToken(16)}`, tenantId };
  const secret = makeSecret();
  await insertClient(ctx.db, client, await sha256Hex(secret), ctx.now());
  return { client, secret };
}

/** @throws AppError VALIDATION_FAILED, or NOT_FOUND for another tenant's client */
export async function changeClient(
  ctx: Pick<Context, 'config' | 'db'>,
  client: OAuthClient,
): Promise<void> {
  rejectFaults(client);
  if (!(await updateClient(ctx.db, client))) throw notFound();
  forgetClient(ctx, client.id);
}

/** @param overlapDays 0-7 @returns the new secret, told once @throws AppError NOT_FOUND for another tenant's client */
export async function rotateClientSecret(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  tenantId: string,
  clientId: string,
  overlapDays: number,
): Promise<string> {
  const secret = makeSecret();
  const previousEndsMs = ctx.now() + Math.min(overlapDays, MAX_OVERLAP_DAYS) * DAY_MS;
  const hash = await sha256Hex(secret);
  if (!(await replaceSecret(ctx.db, tenantId, clientId, hash, previousEndsMs))) throw notFound();
  forgetClient(ctx, clientId);
  return secret;
}

/** Ends the client with every grant it holds. @throws AppError NOT_FOUND for another tenant's client */
export async function deleteClient(
  ctx: Pick<Context, 'config' | 'db' | 'objects' | 'now'>,
  tenantId: string,
  clientId: string,
): Promise<void> {
  if (!(await markClientDeleted(ctx.db, tenantId, clientId, ctx.now()))) throw notFound();
  forgetClient(ctx, clientId);
  await disconnectClient(ctx, clientId);
}

const makeSecret = (): string => `${CLIENT_SECRET}${randomToken(32)}`;

function rejectFaults(registration: ClientRegistration): void {
  const fields = [
    ...faultsOfLook(registration),
    ...faultsOfScopes(registration.scopes),
    ...faultsOfUris('redirect_uris', registration.redirectUris, 1),
    ...faultsOfUris('post_logout_redirect_uris', registration.postLogoutRedirectUris, 0),
    ...faultsOfUris(
      'backchannel_logout_uri',
      registration.backchannelLogoutUri === undefined ? [] : [registration.backchannelLogoutUri],
      0,
    ),
  ];
  const [first] = fields;
  if (first !== undefined)
    throw new AppError('VALIDATION_FAILED', `${first.field} ${first.message}.`, { fields });
}

function faultsOfLook({ name, logo, logoUrl }: ClientRegistration): FieldError[] {
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

function faultsOfUris(field: string, uris: readonly string[], least: number): FieldError[] {
  if (uris.length < least || uris.length > MAX_URIS)
    return [{ field, message: `must list ${least} to ${MAX_URIS} addresses` }];
  return uris.flatMap((uri) => {
    const fault = faultOfUri(uri);
    return fault === undefined ? [] : [{ field, message: fault }];
  });
}
