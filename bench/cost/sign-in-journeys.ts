// Measures signing in to a site with an account's password, and using the resulting tokens.
import { authorizationRequest } from '../oauth/agate.ts';
import { PortalVisitor } from '../oauth/portal-visitor.ts';
import { REDIRECT_URI, VERIFIER } from '../oauth/target.ts';
import type { Note } from './journeys.ts';
import type { MeteredService } from './metered-service.ts';

type Tokens = Record<'access_token' | 'refresh_token', string>;

export async function runSignIns({ agate }: MeteredService, note: Note): Promise<void> {
  const { origin, account, client } = agate;
  const ask = authorizationRequest(origin, client.client_id);
  const database = await agate.miniflare.getD1Database('DB');
  await database.prepare('DELETE FROM connections').run();
  const exchange = async (form: Record<string, string>): Promise<Tokens> => {
    const { client_id, client_secret } = client;
    const body = new URLSearchParams({ ...form, client_id, client_secret });
    const response = await fetch(`${origin}/oauth/token`, { method: 'POST', body });
    if (!response.ok) throw new Error(`token: ${response.status} ${await response.text()}`);
    return (await response.json()) as Tokens;
  };
  const visitor = new PortalVisitor(origin, account);
  const signIn = async (): Promise<Tokens> => {
    const code = (await visitor.visit(ask)).searchParams.get('code') ?? '';
    const redemption = { code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
    return exchange({ grant_type: 'authorization_code', ...redemption });
  };
  await note('sign-in, cold', signIn);
  const { access_token: token, refresh_token } = await note('sign-in, remembered', signIn);
  await note('refresh', () => exchange({ grant_type: 'refresh_token', refresh_token }));
  await note('userinfo', async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${origin}/oauth/userinfo`, { headers });
    if (!response.ok) throw new Error(`userinfo: ${response.status} ${await response.text()}`);
  });
}
