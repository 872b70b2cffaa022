// The OpenID Foundation's oidcc-backchannel-rp-initiated-logout-certification-test-plan. Only the
// site's receiver is simulated.
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SIGNED_OUT } from '../../support/site/oauth-request.ts';
import { locationOf, makeClient } from '../../support/site/oauth.ts';
import { Person } from '../../support/account/person.ts';
import { callService, LONG_STATE, readError, signInAt } from '../../support/site/relying-party.ts';
import { eventually } from '../../support/installation/eventually.ts';

const RECEIVER = 'https://rp.example/backchannel';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('oidcc-backchannel-rp-initiated-logout-certification-test-plan', () => {
  it('discovery: logout and sessions are advertised', async () => {
    const response = await callService('/.well-known/openid-configuration');
    expect(await response.json()).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      end_session_endpoint: expect.any(String),
    });
  });

  it('flow: the site receives a logout token, and prompt=none fails afterwards', async () => {
    const [client, person] = await Promise.all([
      makeClient({ backchannelLogoutUri: RECEIVER }),
      Person.create(),
    ]);
    const { tokens, claims } = await signInAt(client, (asked) => person.authorize(client, asked));
    const received: string[] = [];
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      expect(url).toBe(RECEIVER);
      received.push(new URLSearchParams(body).get('logout_token') ?? '');
      return new Response(null, { status: 200 });
    });
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: SIGNED_OUT,
    });
    const response = await person.browser.get(`/oauth/logout?${query.toString()}`);
    expect(locationOf(response).href).toBe(SIGNED_OUT);
    await eventually(() => expect(received).toHaveLength(1));
    const token = received[0] ?? '';
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'RS256', typ: 'logout+jwt' });
    const payload = decodeJwt(token);
    expect(payload).toMatchObject({
      iss: claims.iss,
      aud: client.id,
      sub: claims.sub,
      sid: claims.sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    expect(payload).not.toHaveProperty('nonce');
    for (const name of ['iat', 'exp', 'jti']) expect(payload).toHaveProperty(name);
    const after = await person.browser.authorize(client, { prompt: 'none', state: LONG_STATE });
    expect(readError(after, LONG_STATE)).toBe('login_required');
  });
});
