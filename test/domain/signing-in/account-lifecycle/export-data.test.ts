import { env } from 'cloudflare:workers';
import { afterEach, expect, it, vi } from 'vitest';
import { exportAccountData } from '../../../../src/domain/signing-in/account-lifecycle/export-data.ts';
import { changeDisplayName, changeLocale } from '../../../../src/domain/accounts/profile.ts';
import { signInWithPassword } from '../../../../src/domain/signing-in/authentication/sign-in-with-password.ts';
import { notify } from '../../../../src/domain/accounts/notifications/notification.ts';
import { readSignIn } from '../../../../src/domain/signing-in/sessions/sign-in.ts';
import { FIRST_PARTY_TENANT_ID } from '../../../../src/domain/verification/rules/age/account-age.ts';
import { consumeSessionEvents } from '../../../../src/domain/integration/webhooks/consume-events.ts';
import { makeAccount, PASSWORD, VISITOR } from '../../../support/account/accounts.ts';
import { keepAge } from '../../../support/account/ages.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { connectSite } from '../../../support/account/connected-sites.ts';
import { sessionEvent } from '../../../support/customer/session-events.ts';
import { newSessionId } from '../../../support/customer/webhooks.ts';

afterEach(() => void vi.useRealTimers());

async function signedIn() {
  const ctx = makeContext();
  const account = await makeAccount();
  const form = { email: account.email!, password: PASSWORD, visitor: VISITOR };
  const outcome = await signInWithPassword(ctx, form);
  if (!outcome.ok) throw new Error('no sign-in');
  return { ctx, ...outcome };
}

it('an export contains everything about the person, and no secret', async () => {
  const { ctx, account, session, cookie } = await signedIn();
  await keepAge(account, 21, { method: 'document' });
  await notify(ctx, account, { type: 'site_connected', details: { site: 'Cellar Door' } });
  const clientId = await connectSite(account.id);
  const data = await exportAccountData(ctx, { account, session });
  expect(data).toMatchObject({
    account: { email: account.email },
    verifiedAge: { bracket: 21, level: 'document', counts: true, proof: { method: 'document' } },
    sessions: [{ id: session.id, device: VISITOR.device, place: VISITOR.place, ip: VISITOR.ip }],
    connections: [{ clientId }],
    loginHistory: [{ method: 'password', outcome: 'success' }],
    notifications: [{ type: 'site_connected', details: { site: 'Cellar Door' } }],
  });
  const text = JSON.stringify(data);
  expect(text).not.toMatch(/scrypt|hash|secret/i);
  expect(text).not.toContain(cookie.slice(-43));
});

it('an export has more sign-ins than the page lists, every notification, and the stored checks', async () => {
  const { ctx, account, session } = await signedIn();
  const { id: accountId, subject } = account;
  const times = JSON.stringify(Array.from({ length: 150 }, (_, n) => n));
  const inserts = [
    `login_attempts (account_id, method, outcome, device, at_ms)
     SELECT ?, 'password', 'success', 'Device ' || value, value`,
    `notifications (account_id, type, details, created_at_ms) SELECT ?, 'new_device', '{}', value`,
  ];
  for (const insert of inserts)
    await env.DB.prepare(`INSERT INTO ${insert} FROM json_each(?)`).bind(accountId, times).run();
  const check = { tenantId: FIRST_PARTY_TENANT_ID, externalUserId: subject, ipCountry: 'NL' };
  await consumeSessionEvents(ctx, [sessionEvent(newSessionId(), 'pending', 1, check)]);
  const data = await exportAccountData(ctx, { account, session });
  expect(data.loginHistory).toHaveLength(151);
  expect(data.notifications).toHaveLength(50);
  expect(data.ageChecks).toMatchObject([{ status: 'pending', ipCountry: 'NL' }]);
});

it('an export requires a fresh sign-in', async () => {
  const { ctx, ...signIn } = await signedIn();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
  const code = { code: 'FRESH_SIGN_IN_REQUIRED' };
  await expect(exportAccountData(ctx, signIn)).rejects.toMatchObject(code);
});

it('the owner can change name and language', async () => {
  const { ctx, cookie, ...signIn } = await signedIn();
  const account = async () => (await readSignIn(ctx, cookie))?.account;
  expect(await changeDisplayName(ctx, signIn.account, ' Ada  Lovelace ')).toBe(true);
  await changeLocale(ctx, signIn.account, 'pt-BR');
  expect(await account()).toMatchObject({ displayName: 'Ada Lovelace', locale: 'pt' });
  expect(await changeDisplayName(ctx, signIn.account, 'a\u0000b')).toBe(false);
  expect(await changeDisplayName(ctx, signIn.account, ' ')).toBe(true);
  expect(await account()).not.toHaveProperty('displayName');
});
