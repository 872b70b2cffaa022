// What the page of an OAuth client sends of what was filled in.
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
  client_kind: 'web',
  pkce_optional: false,
  nonce_optional: false,
  id_token_claims: false,
  created_at: '2026-11-05T09:30:00.000Z',
};

test('nothing that is as it was', () => {
  expect(changesOf(FOUND, draftOf(FOUND))).toEqual({});
});

test('the logo that was chosen, null when it was taken away', () => {
  const draft = draftOf(FOUND);
  const logo = 'data:image/svg+xml;base64,bbbb';
  expect(changesOf(FOUND, { ...draft, logo })).toEqual({ logo });
  expect(changesOf(FOUND, { ...draft, logo: '' })).toEqual({ logo: null });
});

test('a new secret takes the place of another only where that was asked and its name is typed', () => {
  expect(bodyOf('1')).toEqual({ overlap_days: 1 });
  expect(bodyOf('0')).toEqual({ overlap_days: 0 });
  expect(bodyOf('newest')).toEqual({ overlap_days: 1, keep: 'older' });
  expect(bodyOf('both')).toEqual({ overlap_days: 0 });
  const rotations = ['0', '1', '3', '7', 'newest', 'both'] as const;
  expect(rotations.filter(endsNow)).toEqual(['0', 'newest', 'both']);
});

test('a program on devices by its kind, and PKCE is optional only where it can be', () => {
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
