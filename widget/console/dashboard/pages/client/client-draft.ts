// The values of the form for an OAuth client.
import type { WireOAuthClient, WireOAuthClientChanges } from '../../../api/wire.ts';
import { linesOf } from '../../../ui/lines-of.ts';

export type Found = WireOAuthClient;
type Changes = WireOAuthClientChanges;

/** The scopes apart from `openid`, which every client has. */
export const SCOPES = [
  'age_verification',
  'profile',
  'email',
  'connections',
  'offline_access',
] as const;
export const AGES = ['12', '15', '18', '21', '25'] as const;
const FLAGS = [
  'refuses_face',
  'dpop_bound_access_tokens',
  'id_token_claims',
  'native',
  'pkce_optional',
  'device_flow',
  'fedcm',
  'require_pushed_authorization_requests',
  'private_key_jwt',
  'es256',
  'fapi2',
] as const;
type Flag = (typeof FLAGS)[number];

const LISTS = ['redirect_uris', 'post_logout_redirect_uris', 'web_origins'] as const;
/** Optional settings with a single value. An empty field removes the setting. */
const TEXTS = ['logo', 'backchannel_logout_uri', 'frontchannel_logout_uri', 'jwks_uri'] as const;
/** The fields that contain either a list of URLs, one on each line, or a single URL. */
export type AddressField = (typeof LISTS)[number] | Exclude<(typeof TEXTS)[number], 'logo'>;

export interface ClientDraft extends Record<
  'name' | (typeof LISTS)[number] | (typeof TEXTS)[number],
  string
> {
  scopes: readonly (typeof SCOPES)[number][];
  ages: readonly (typeof AGES)[number][];
  on: readonly Flag[];
  /** The key set as JSON. */
  jwks: string;
  /** The default maximum age of a sign-in, in seconds. */
  default_max_age: string;
}

/** The switches for settings that are not boolean, with each setting's values for off and on. */
const SWITCHED = {
  native: { client_kind: ['web', 'native'] },
  private_key_jwt: { token_endpoint_auth_method: ['client_secret_basic', 'private_key_jwt'] },
  es256: { id_token_signed_response_alg: ['RS256', 'ES256'] },
  fapi2: { profile: [null, 'fapi2'] },
} as const satisfies Partial<Record<Flag, Partial<Record<keyof Changes, readonly unknown[]>>>>;

const isSwitched = (flag: Flag): flag is keyof typeof SWITCHED => flag in SWITCHED;

function isOn(found: Found, flag: Flag): boolean {
  if (!isSwitched(flag)) return found[flag];
  return Object.entries(SWITCHED[flag]).some(([name, [, on]]) => found[name as keyof Found] === on);
}

function changeOf(flag: Flag, on: boolean): Changes {
  if (!isSwitched(flag)) return { [flag]: on };
  return Object.fromEntries(
    Object.entries(SWITCHED[flag]).map(([name, values]) => [name, values[on ? 1 : 0]]),
  );
}

/**
 * The settings that the FAPI 2.0 profile always turns on. Their switches are hidden while the
 * profile is on.
 */
const OF_PROFILE: readonly Flag[] = [
  'dpop_bound_access_tokens',
  'require_pushed_authorization_requests',
  'es256',
];

/**
 * @returns the switches that are shown. Choices that other settings rule out are left out: for
 *   example, a native app and a public client always need PKCE, and FAPI 2.0 needs a key.
 */
export const flagsFor = ({ token_endpoint_auth_method: method }: Found, { on }: ClientDraft) =>
  FLAGS.filter(
    (flag) =>
      !(flag === 'pkce_optional' && (method === 'none' || on.includes('native'))) &&
      !(flag === 'private_key_jwt' && method === 'none') &&
      !(flag === 'fapi2' && !on.includes(flag) && !on.includes('private_key_jwt')) &&
      !(on.includes('fapi2') && OF_PROFILE.includes(flag)) &&
      !(flag === 'native' && on.includes('pkce_optional')) &&
      !(
        flag === 'fedcm' &&
        !on.includes(flag) &&
        (on.includes('native') || on.includes('require_pushed_authorization_requests'))
      ),
  );

const textOf = (lines: readonly string[] | undefined): string => (lines ?? []).join('\n');

export const draftOf = (found: Found): ClientDraft => ({
  name: found.name,
  logo: found.logo ?? '',
  redirect_uris: textOf(found.redirect_uris),
  post_logout_redirect_uris: textOf(found.post_logout_redirect_uris),
  web_origins: textOf(found.web_origins),
  backchannel_logout_uri: found.backchannel_logout_uri ?? '',
  frontchannel_logout_uri: found.frontchannel_logout_uri ?? '',
  jwks_uri: found.jwks_uri ?? '',
  jwks: found.jwks === undefined ? '' : JSON.stringify(found.jwks, undefined, 2),
  default_max_age: found.default_max_age === undefined ? '' : String(found.default_max_age),
  scopes: SCOPES.filter((scope) => found.scopes.includes(scope)),
  ages: AGES.filter((age) => found.age_thresholds.some((known) => String(known) === age)),
  on: FLAGS.filter((flag) => isOn(found, flag)),
});

/**
 * @returns only the fields that differ from the saved settings; emptying a field removes its
 *   setting
 */
export function changesOf(found: Found, draft: ClientDraft): Changes {
  const before = draftOf(found);
  const name = draft.name.trim();
  return {
    ...(name !== before.name && { name }),
    ...Object.fromEntries(
      LISTS.filter((list) => linesOf(draft[list]).join('\n') !== before[list]).map((list) => [
        list,
        linesOf(draft[list]),
      ]),
    ),
    ...Object.fromEntries(
      TEXTS.filter((text) => draft[text].trim() !== before[text]).map((text) => [
        text,
        draft[text].trim() === '' ? null : draft[text].trim(),
      ]),
    ),
    ...(draft.scopes.join() !== before.scopes.join() && { scopes: ['openid', ...draft.scopes] }),
    ...(draft.ages.join() !== before.ages.join() && {
      age_thresholds: draft.ages.map(Number) as NonNullable<Changes['age_thresholds']>,
    }),
    ...(draft.jwks.trim() !== before.jwks && { jwks: keysIn(draft.jwks) }),
    ...(draft.default_max_age.trim() !== before.default_max_age && {
      default_max_age: draft.default_max_age.trim() === '' ? null : Number(draft.default_max_age),
    }),
    ...Object.assign(
      {},
      ...FLAGS.filter((flag) => isOn(found, flag) !== draft.on.includes(flag)).map((flag) =>
        changeOf(flag, draft.on.includes(flag)),
      ),
    ),
  };
}

/**
 * Parses the key set. Text that is not JSON becomes a set without keys, which the service refuses.
 */
function keysIn(text: string): NonNullable<Changes['jwks']> | null {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as NonNullable<Changes['jwks']>;
  } catch {
    return { keys: [] };
  }
}
