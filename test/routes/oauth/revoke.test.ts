import { describe, expect, it } from 'vitest';
import { issueTokens, makeSite } from '../../support/site/grants.ts';
import { introspect, postForm, refresh } from '../../support/site/oauth-calls.ts';
import { secretOf } from '../../support/site/oauth.ts';

const OK = { status: 'ok' };

describe('revocation', () => {
  it('of a refresh token ends everything of its grant (RFC 7009 2.1)', async () => {
    const { site, tokens } = await issueTokens();
    const token: string = tokens.refresh_token;
    const reply = await postForm('/oauth/revoke', { token, ...secretOf(site) });
    expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body: OK });
    expect((await introspect(site, tokens.access_token)).body).toEqual({ active: false });
    expect((await refresh(site, token)).body.error).toBe('invalid_grant');
  });

  it('of a replaced refresh token ends its grant as well', async () => {
    const { site, tokens } = await issueTokens();
    const next = (await refresh(site, tokens.refresh_token)).body;
    await postForm('/oauth/revoke', { token: tokens.refresh_token, ...secretOf(site) });
    expect((await refresh(site, next.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('of an access token ends only that token (S-72)', async () => {
    const { site, tokens } = await issueTokens();
    await postForm('/oauth/revoke', { token: tokens.access_token, ...secretOf(site) });
    expect((await introspect(site, tokens.access_token)).body).toEqual({ active: false });
    const next = await refresh(site, tokens.refresh_token);
    expect(next.status).toBe(200);
    expect((await introspect(site, next.body.access_token)).body.active).toBe(true);
  });

  it('answers ok for tokens that are unknown or already ended, with any hint (spec 7.3.3)', async () => {
    const { site, tokens } = await issueTokens();
    for (const token of ['garbage', 'xort_x', tokens.refresh_token, tokens.refresh_token]) {
      const parameters = { token, token_type_hint: 'access_token', ...secretOf(site) };
      expect((await postForm('/oauth/revoke', parameters)).body).toEqual(OK);
    }
  });

  it('does not affect the token of another client (D-38)', async () => {
    const { site, tokens } = await issueTokens();
    const other = secretOf(await makeSite());
    for (const token of [tokens.refresh_token, tokens.access_token])
      expect((await postForm('/oauth/revoke', { token, ...other })).body).toEqual(OK);
    expect((await introspect(site, tokens.access_token)).body.active).toBe(true);
  });

  it('checks the credentials if they are sent', async () => {
    const { site, tokens } = await issueTokens();
    const token: string = tokens.refresh_token;
    const wrong = { token, client_id: site.id, client_secret: 'xocs_wrong' };
    const { status, body } = await postForm('/oauth/revoke', wrong);
    expect([status, body.error]).toEqual([401, 'invalid_client']);
    expect((await introspect(site, tokens.access_token)).body.active).toBe(true);
  });

  it('requires a token (RFC 7009 2.1)', async () => {
    const { status, body } = await postForm('/oauth/revoke', secretOf(await makeSite()));
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });
});
