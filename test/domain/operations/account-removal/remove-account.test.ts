import { createExecutionContext, createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  removeAccount,
  removeDueAccounts,
} from '../../../../src/domain/operations/account-removal/remove-account.ts';
import { requestDeletion } from '../../../../src/domain/signing-in/account-lifecycle/request-deletion.ts';
import { deleteAccount } from '../../../../src/domain/operations/account-directory/actions.ts';
import { signInWithPassword } from '../../../../src/domain/signing-in/authentication/sign-in-with-password.ts';
import { requestEmailChange } from '../../../../src/domain/signing-in/email-changes/email-change.ts';
import { notify } from '../../../../src/domain/accounts/notifications/notification.ts';
import { readSignIn, startSession } from '../../../../src/domain/signing-in/sessions/sign-in.ts';
import type { SignIn } from '../../../../src/domain/signing-in/sessions/session.ts';

import worker from '../../../../src/index.ts';
import { keepFace } from '../../../support/account/account-faces.ts';
import { accountRow, makeAccount, PASSWORD, VISITOR } from '../../../support/account/accounts.ts';
import { keepAge } from '../../../support/account/ages.ts';
import { makeContext, type TestContext } from '../../../support/installation/context.ts';
import { connectSite, liveGrants } from '../../../support/account/connected-sites.ts';
import { sentMails } from '../../../support/account/mails.ts';
import { trustBrowser } from '../../../support/account/trusted-devices.ts';

const WEEK_MS = 7 * 86_400_000;

afterEach(() => void vi.useRealTimers());
const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ms });

async function signedIn(ctx: TestContext): Promise<SignIn & { cookie: string }> {
  const account = await makeAccount();
  const started = (await startSession(ctx, account, { amr: ['pwd'], ...VISITOR }))!;
  return { account, ...started };
}

const signIn = (ctx: TestContext, email: string) =>
  signInWithPassword(ctx, { email, password: PASSWORD, visitor: VISITOR });

/** Finds every table with a column that refers to an account. */
async function tablesOfAccounts(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%`account_id`%'",
  ).all<{ name: string }>();
  return results.map(({ name }) => name);
}

const countRows = async (table: string, accountId: number) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?`)
    .bind(accountId)
    .first<number>('n');

describe('removing an account', () => {
  it('leaves no row of it in any table that names accounts (spec 3.1)', async () => {
    const ctx = makeContext();
    const one = await signedIn(ctx);
    const { account } = one;
    await signIn(ctx, account.email!);
    await notify(ctx, account, { type: 'passkey_added', details: { name: 'Key' } });
    await keepAge(account, 18);
    await requestEmailChange(ctx, one, 'new@example.com');
    await connectSite(account.id);
    await trustBrowser(one);
    await keepFace(account, one.session.id);
    await env.DB.prepare(
      `INSERT INTO passkeys (account_id, credential_id, public_key, counter, transports, backed_up, name, created_at_ms)
       VALUES (?, 'c', 'k', 0, '[]', 0, 'Key', 0)`,
    )
      .bind(account.id)
      .run();
    await ctx.settle();
    const tables = await tablesOfAccounts();
    expect(tables.length).toBeGreaterThanOrEqual(8);
    for (const table of tables)
      expect([table, await countRows(table, account.id)]).not.toEqual([table, 0]);

    expect(await removeAccount(ctx, account.id)).toMatchObject({ id: account.id });
    for (const table of tables)
      expect([table, await countRows(table, account.id)]).toEqual([table, 0]);
    expect(await accountRow(account.id)).toBeUndefined();
    expect((await sentMails()).filter(({ recipient }) => recipient === account.email)).toEqual([]);
    expect(await removeAccount(ctx, account.id)).toBeUndefined();
  });

  it('succeeds when an object cannot be reached: it is logged, finished by the schedule, and audited once (D-78)', async () => {
    const ctx = makeContext();
    const { account } = await signedIn(ctx);
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const away = () => {
      throw new TypeError('gone');
    };
    const alone = makeContext({ objects: { ...ctx.objects, namedOneTimeTokenId: away } });
    const actor = { audience: 'admin', ip: '192.0.2.1', userAgent: 'test' } as const;
    await deleteAccount(alone, account, actor);
    expect((await accountRow(account.id))?.status).toBe('suspended');
    expect(log.mock.calls.flat().join()).toContain('account_not_removed');
    log.mockRestore();
    // A second call changes nothing while the object is unavailable.
    await deleteAccount(alone, account, actor);
    await removeDueAccounts(ctx);
    expect(await accountRow(account.id)).toBeUndefined();
    await expect(deleteAccount(ctx, account, actor)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const entries = env.DB.prepare("SELECT id FROM audit_entries WHERE action = 'account.delete'");
    expect((await entries.all()).results).toHaveLength(1);
  });

  it('frees the email address, and resets failures that were counted for it', async () => {
    const ctx = makeContext();
    const { account } = await signedIn(ctx);
    for (let i = 0; i < 9; i += 1)
      await signInWithPassword(ctx, {
        email: account.email!,
        password: 'wrong',
        visitor: { device: '' },
      });
    await removeAccount(ctx, account.id);
    const again = await makeAccount({ email: account.email! });
    await signInWithPassword(ctx, {
      email: again.email!,
      password: 'wrong',
      visitor: { device: '' },
    });
    expect(await signIn(ctx, again.email!)).toMatchObject({ ok: true, account: { id: again.id } });
  });
});

describe('a deletion by the owner', () => {
  it('signs out and disconnects immediately, and shows when it becomes final', async () => {
    const ctx = makeContext();
    const one = await signedIn(ctx);
    await connectSite(one.account.id);
    at(Date.now());
    const deleteAtMs = Date.now() + WEEK_MS;
    expect(await requestDeletion(ctx, one)).toEqual({ deleteAtMs });
    expect(await readSignIn(ctx, one.cookie)).toBeUndefined();
    expect(await liveGrants(one.account.id)).toBe(0);
    expect(await countRows('connections', one.account.id)).toBe(0);
    expect((await accountRow(one.account.id))?.status).toBe('pending_deletion');
    expect(await sentMails()).toMatchObject([
      { template: 'deletion_requested', details: { date: new Date(deleteAtMs).toISOString() } },
    ]);
  });

  it('is undone by signing in within seven days (D-44)', async () => {
    const ctx = makeContext();
    const one = await signedIn(ctx);
    await requestDeletion(ctx, one);
    at(Date.now() + WEEK_MS - 60_000);
    await removeDueAccounts(ctx);
    expect(await signIn(ctx, one.account.email!)).toMatchObject({ ok: true });
    at(Date.now() + WEEK_MS);
    await removeDueAccounts(ctx);
    expect((await accountRow(one.account.id))?.status).toBe('active');
  });

  it('is final after seven days: sign-in is refused, and the cron removes the account', async () => {
    const ctx = makeContext();
    const one = await signedIn(ctx);
    await requestDeletion(ctx, one);
    at(Date.now() + WEEK_MS);
    expect(await signIn(ctx, one.account.email!)).toEqual({ ok: false, reason: 'invalid' });
    await worker.scheduled(
      createScheduledController({ cron: '*/10 * * * *' }),
      env,
      createExecutionContext(),
    );
    expect(await accountRow(one.account.id)).toBeUndefined();
  });

  it('is carried out on an account that was suspended in the meantime', async () => {
    const ctx = makeContext();
    const account = await makeAccount({ status: 'suspended', deleteAtMs: Date.now() - 1 });
    const kept = await makeAccount({ status: 'suspended' });
    await removeDueAccounts(ctx);
    expect(await accountRow(account.id)).toBeUndefined();
    expect(await accountRow(kept.id)).toBeDefined();
  });

  it('is carried out although a whole run of accounts that cannot be removed is due before it', async () => {
    const ctx = makeContext();
    const insert = env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 16)
       INSERT INTO accounts (subject, status, delete_at_ms, created_at_ms)
       SELECT 'stuck' || i, 'suspended', i, i FROM n`,
    );
    await insert.run();
    const { id } = await makeAccount({ status: 'suspended', deleteAtMs: Date.now() - 1 });
    const namedOneTimeTokenId = (name: string): string => {
      if (name.endsWith(`:${id}`)) return ctx.objects.namedOneTimeTokenId(name);
      throw new TypeError('gone');
    };
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const one = makeContext({ objects: { ...ctx.objects, namedOneTimeTokenId } });
    // Each run skips one of 17 accounts at random. Twenty runs in a row are practically certain
    // not to skip the same one every time.
    for (let run = 0; run < 20 && (await accountRow(id)) !== undefined; run += 1)
      await removeDueAccounts(one);
    log.mockRestore();
    expect(await accountRow(id)).toBeUndefined();
  });

  it('requires a fresh sign-in and an active account', async () => {
    const ctx = makeContext();
    const one = await signedIn(ctx);
    await env.DB.prepare("UPDATE accounts SET status = 'suspended'").run();
    expect(await requestDeletion(ctx, one)).toBeUndefined();
    at(Date.now() + 10 * 60_000);
    await expect(requestDeletion(ctx, one)).rejects.toMatchObject({
      code: 'FRESH_SIGN_IN_REQUIRED',
    });
  });
});
