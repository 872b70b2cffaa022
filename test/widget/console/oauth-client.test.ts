// The request that an OAuth client's page sends, built from what the member entered.
import { expect, test } from 'vitest';
import {
  changesOf,
  draftOf,
  flagsFor,
  type Found,
} from '../../../widget/console/dashboard/pages/client/client-draft.ts';
import { bodyOf, endsNow } from '../../../widget/console/dashboard/pages/client/secret-rotation.ts';

const FOUND: Found = {
  id: 'xoc_6vK1c9Tq',
  client_id: 'xoc_6vK1c9Tq',
  name: 'Cellar',
  logo: 'data:image/png;base64,aaaa',
  redirect_uris: ['https://cellar.example/signed-in'],
  scopes: ['openid', 'age_verification'],
  post_logout_redirect_uris: [],
  age_thresholds: [18],
  refuses_face: false,
  dpop_bound_access_tokens: false,
  require_pushed_authorization_requests: false,
  id_token_signed_response_alg: 'RS256',
  device_flow: false,
  fedcm: false,
  client_kind: 'web',
  pkce_optional: false,
  nonce_optional: false,
  id_token_claims: false,
  created_at: '2026-11-05T09:30:00.000Z',
};

test('unchanged values are not sent', () => {
  expect(changesOf(FOUND, draftOf(FOUND))).toEqual({});
});

test('a chosen logo is sent, and a removed logo is sent as null', () => {
  const draft = draftOf(FOUND);
  const logo = 'data:image/svg+xml;base64,bbbb';
  expect(changesOf(FOUND, { ...draft, logo })).toEqual({ logo });
  expect(changesOf(FOUND, { ...draft, logo: '' })).toEqual({ logo: null });
});

test('a new secret ends another one immediately only when requested, and then requires typed confirmation', () => {
  expect(bodyOf('1')).toEqual({ overlap_days: 1 });
  expect(bodyOf('0')).toEqual({ overlap_days: 0 });
  expect(bodyOf('newest')).toEqual({ overlap_days: 1, keep: 'older' });
  expect(bodyOf('both')).toEqual({ overlap_days: 0 });
  const rotations = ['0', '1', '3', '7', 'newest', 'both'] as const;
  expect(rotations.filter(endsNow)).toEqual(['0', 'newest', 'both']);
});

test('a native app is sent as its client kind, and optional PKCE is offered only where it is allowed', () => {
  const draft = draftOf(FOUND);
  expect(changesOf(FOUND, { ...draft, on: ['native', 'id_token_claims'] })).toEqual({
    client_kind: 'native',
    id_token_claims: true,
  });
  const native: Found = { ...FOUND, client_kind: 'native' };
  expect(changesOf(native, { ...draftOf(native), on: [] })).toEqual({ client_kind: 'web' });
  const isChoice = (found: Found, flag: 'native' | 'pkce_optional') =>
    flagsFor(found, draftOf(found)).includes(flag);
  expect([isChoice(FOUND, 'pkce_optional'), isChoice(FOUND, 'native')]).toEqual([true, true]);
  expect(isChoice(native, 'pkce_optional')).toBe(false);
  expect(isChoice({ ...FOUND, pkce_optional: true }, 'native')).toBe(false);
  expect(isChoice({ ...FOUND, token_endpoint_auth_method: 'none' }, 'pkce_optional')).toBe(false);
});

test('keys replace a secret, and a profile replaces the settings that it implies', () => {
  const key = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } as const;
  const draft = { ...draftOf(FOUND), jwks: JSON.stringify({ keys: [key] }) };
  const on = ['private_key_jwt', 'fapi2'] as const;
  expect(changesOf(FOUND, { ...draft, on })).toEqual({
    jwks: { keys: [key] },
    token_endpoint_auth_method: 'private_key_jwt',
    profile: 'fapi2',
  });
  const bank: Found = {
    ...FOUND,
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [key] },
    profile: 'fapi2',
    require_pushed_authorization_requests: true,
    dpop_bound_access_tokens: true,
    id_token_signed_response_alg: 'ES256',
  };
  expect(changesOf(bank, draftOf(bank))).toEqual({});
  expect(flagsFor(bank, draftOf(bank))).not.toContain('es256');
  expect(
    changesOf(bank, { ...draftOf(bank), on: draftOf(bank).on.filter((one) => one !== 'fapi2') }),
  ).toEqual({ profile: null });
  expect(flagsFor(FOUND, draftOf(FOUND))).not.toContain('fapi2');
  const isPublic: Found = { ...FOUND, token_endpoint_auth_method: 'none' };
  expect(flagsFor(isPublic, draftOf(isPublic))).not.toContain('private_key_jwt');
});

test('an invalid key set is sent as an empty one, which is refused, and an empty field as null', () => {
  const draft = draftOf(FOUND);
  expect(changesOf(FOUND, { ...draft, jwks: 'not JSON' })).toEqual({ jwks: { keys: [] } });
  const found: Found = { ...FOUND, jwks: { keys: [] }, default_max_age: 600 };
  expect(changesOf(found, { ...draftOf(found), jwks: ' ', default_max_age: '' })).toEqual({
    jwks: null,
    default_max_age: null,
  });
  expect(changesOf(FOUND, { ...draft, default_max_age: '3600' })).toEqual({
    default_max_age: 3600,
  });
});
