// What of a client is edited, as the form has it.
import type { WireOAuthClient, WireOAuthClientChanges } from '../../../api/wire.ts';
import { linesOf } from '../../../ui/lines-of.ts';

export type Found = WireOAuthClient;
type Changes = WireOAuthClientChanges;

/** Besides `openid`, which every client has. */
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
] as const;
type Flag = (typeof FLAGS)[number];

const LISTS = ['redirect_uris', 'post_logout_redirect_uris', 'web_origins'] as const;
/** What a client may have or not. */
const TEXTS = ['logo', 'backchannel_logout_uri', 'frontchannel_logout_uri'] as const;
/** Lists of addresses, one on each line, and single ones. */
export type AddressField = (typeof LISTS)[number] | Exclude<(typeof TEXTS)[number], 'logo'>;

export interface ClientDraft extends Record<
  'name' | (typeof LISTS)[number] | (typeof TEXTS)[number],
  string
> {
  scopes: readonly (typeof SCOPES)[number][];
  ages: readonly (typeof AGES)[number][];
  on: readonly Flag[];
}

const isOn = (found: Found, flag: Flag): boolean =>
  flag === 'native' ? found.client_kind === 'native' : found[flag];

/** @returns those that fit it: a program on devices and a client without a secret never do without PKCE */
export const flagsFor = ({ token_endpoint_auth_method: method }: Found, { on }: ClientDraft) =>
  FLAGS.filter(
    (flag) =>
      !(flag === 'pkce_optional' && (method === 'none' || on.includes('native'))) &&
      !(flag === 'native' && on.includes('pkce_optional')),
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
  scopes: SCOPES.filter((scope) => found.scopes.includes(scope)),
  ages: AGES.filter((age) => found.age_thresholds.some((known) => String(known) === age)),
  on: FLAGS.filter((flag) => isOn(found, flag)),
});

/** @returns the fields that differ; what was emptied is removed */
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
    ...Object.fromEntries(
      FLAGS.filter((flag) => isOn(found, flag) !== draft.on.includes(flag)).map((flag) =>
        flag === 'native'
          ? ['client_kind', draft.on.includes(flag) ? 'native' : 'web']
          : [flag, draft.on.includes(flag)],
      ),
    ),
  };
}
