// An operator's change to an account and its audit entry are written in one transaction: after any
// failure, either both exist or neither does.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import {
  changeAccountStatus,
  deleteAccount,
  endAllSessions,
} from '../../../src/domain/operations/account-directory/actions.ts';
import {
  CHAIN_START,
  checkChain,
  type AuditLink,
  type AuditRow,
} from '../../../src/domain/platform/audit/chain.ts';
import { removeDueAccounts } from '../../../src/domain/operations/account-removal/remove-account.ts';
import { startSession } from '../../../src/domain/signing-in/sessions/sign-in.ts';
import { makeAccount, VISITOR } from '../../support/account/accounts.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { connectSite, liveGrants } from '../../support/account/connected-sites.ts';

const ACTIONS = [
  ['suspend', 'PATCH', 'active'],
  ['unsuspend', 'PATCH', 'suspended'],
  ['unlock', 'PATCH', 'locked'],
  ['force-logout', 'POST', 'active'],
  ['', 'DELETE', 'active'],
] as const;

type Status = (typeof ACTIONS)[number][2];

async function make(status: Status) {
  const account = await makeAccount({ status, lockedUntilMs: Date.now() + 600_000 });
  if (status !== 'suspended')
    await startSession(makeContext(), account, { amr: ['pwd'], ...VISITOR });
  await connectSite(account.id);
  return account;
}

/**
 * Makes every later statement of the given kind fail, as a crash would, so that the transaction is
 * rolled back.
 */
const failOn = (event: string) =>
  env.DB.prepare(
    `CREATE TRIGGER broken BEFORE ${event} BEGIN SELECT RAISE(ABORT, 'broken'); END`,
  ).run();

async function readState(id: number) {
  const [account, sessions, mails] = await env.DB.batch([
    env.DB.prepare('SELECT * FROM accounts WHERE id = ?').bind(id),
    env.DB.prepare('SELECT id FROM account_sessions WHERE account_id = ?').bind(id),
    env.DB.prepare('SELECT id FROM mails'),
  ]);
  return [account?.results, sessions?.results, mails?.results];
}

async function readChain(): Promise<{ links: AuditLink[]; entries: AuditRow[] }> {
  const [links, entries] = await env.DB.batch([
    env.DB.prepare('SELECT * FROM audit_links ORDER BY entry_id'),
    env.DB.prepare('SELECT * FROM audit_entries ORDER BY id'),
  ]);
  return { links: links?.results as AuditLink[], entries: entries?.results as AuditRow[] };
}

async function isWhole(): Promise<boolean> {
  const { links, entries } = await readChain();
  const check = await checkChain(CHAIN_START, links, new Map(entries.map((one) => [one.id, one])));
  return check.ok && links.length === entries.length;
}

describe('a change and its audit entry', () => {
  it.each(
    ACTIONS.flatMap(([action, method, status]) => [
      { action, method, status, event: 'INSERT ON audit_entries' },
      { action, method, status, event: 'INSERT ON audit_links' },
    ]),
  )('of $method $action: neither is written when $event fails', async (one) => {
    const { token } = await makeAdmin();
    const { id } = await make(one.status);
    const before = await readState(id);
    await failOn(one.event);
    const path = `/accounts/${id}${one.action && `/${one.action}`}`;
    expect((await ask(one.method, path, token)).status).toBe(500);
    expect(await readState(id)).toEqual(before);
    expect((await readChain()).entries).toEqual([]);
    await env.DB.exec('DROP TRIGGER broken');
    expect((await ask(one.method, path, token)).status).toBe(200);
    expect((await readChain()).entries).toHaveLength(1);
  });

  it.each([
    ['suspend', 'PATCH', 'active', 'UPDATE ON accounts'],
    ['suspend', 'PATCH', 'active', 'DELETE ON account_sessions'],
    ['suspend', 'PATCH', 'active', 'UPDATE ON grants'],
    ['force-logout', 'POST', 'active', 'DELETE ON account_sessions'],
    ['', 'DELETE', 'active', 'UPDATE ON accounts'],
  ] as const)(
    'of %s (%s): no entry when the change fails',
    async (action, method, status, event) => {
      const { token } = await makeAdmin();
      const { id } = await make(status);
      const before = await readState(id);
      await failOn(event);
      const path = `/accounts/${id}${action && `/${action}`}`;
      expect((await ask(method, path, token)).status).toBe(500);
      expect(await readState(id)).toEqual(before);
      expect((await readChain()).entries).toEqual([]);
    },
  );

  it.each(['DELETE ON accounts', 'DELETE ON grants'])(
    'of a removal that stops at %s: the claim has its entry, and the schedule completes it',
    async (event) => {
      const { token } = await makeAdmin();
      const { id } = await make('active');
      await failOn(event);
      // The call succeeds, because a claimed account is certain to be deleted (D-78).
      expect((await ask('DELETE', `/accounts/${id}`, token)).status).toBe(200);
      expect((await ask('GET', `/accounts/${id}`, token)).status).toBe(200);
      await env.DB.exec('DROP TRIGGER broken');
      await removeDueAccounts(makeContext());
      expect((await ask('GET', `/accounts/${id}`, token)).status).toBe(404);
      const { entries } = await readChain();
      expect(entries.map(({ action }) => action)).toEqual(['account.delete']);
    },
  );

  it('are written together with the link of the audit chain, not after the response', async () => {
    const ctx = { ...makeContext(), defer: () => undefined };
    const actor = { audience: 'admin' as const, staffId: 7 };
    const { id } = await make('active');
    await changeAccountStatus(ctx, 'suspend', { id }, actor);
    await changeAccountStatus(ctx, 'unsuspend', { id }, actor);
    await endAllSessions(ctx, { id }, actor);
    await deleteAccount(ctx, { id }, actor);
    const { entries } = await readChain();
    expect(entries.map(({ action }) => action)).toEqual([
      'account.suspend',
      'account.unsuspend',
      'account.force_logout',
      'account.delete',
    ]);
    expect(await isWhole()).toBe(true);
  });

  it('form one chain with one entry each when fifty operators act at once', async () => {
    const { token } = await makeAdmin({ role: 'support' });
    const accounts = await Promise.all(Array.from({ length: 10 }, () => make('active')));
    const replies = await Promise.all(
      accounts.flatMap(({ id }) =>
        ['suspend', 'suspend', 'unlock', 'suspend', 'unlock'].map((action) =>
          ask('PATCH', `/accounts/${id}/${action}`, token),
        ),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await readChain()).entries).toHaveLength(50);
    await eventually(async () => expect(await isWhole()).toBe(true));
    for (const { id } of accounts) expect(await liveGrants(id)).toBe(0);
  });

  it('of concurrent unlocking and suspending record the state that each of them found', async () => {
    const { token } = await makeAdmin({ role: 'support' });
    const { id } = await make('locked');
    await Promise.all(
      ['unlock', 'suspend', 'unlock', 'suspend'].map((action) =>
        ask('PATCH', `/accounts/${id}/${action}`, token),
      ),
    );
    const { entries } = await readChain();
    const steps = entries.map(({ before, after }) => [before, after]);
    for (const [n, [before]] of steps.entries())
      expect(before).toBe(n === 0 ? '{"status":"locked"}' : steps[n - 1]?.[1]);
  });
});
