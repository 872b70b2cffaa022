import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { startSession } from '../../../src/domain/signing-in/sessions/sign-in.ts';
import { makeAccount, VISITOR } from '../../support/account/accounts.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { withContext } from '../../support/installation/context.ts';

type Status = 'active' | 'suspended' | 'locked' | 'pending_deletion';

const act = (token: string, id: number, action: string) =>
  ask('PATCH', `/accounts/${id}/${action}`, token);

const readAudit = async () =>
  (
    await env.DB.prepare('SELECT action, before, after FROM audit_entries ORDER BY id').all<{
      action: string;
      before: string;
      after: string;
    }>()
  ).results.map(({ action, before, after }) => [action, JSON.parse(before), JSON.parse(after)]);

const statusOf = async (id: number): Promise<string | undefined> =>
  (
    await env.DB.prepare('SELECT status FROM accounts WHERE id = ?').bind(id).first<{
      status: string;
    }>()
  )?.status;

const sessionsOf = async (id: number): Promise<number | undefined> =>
  (
    await env.DB.prepare('SELECT COUNT(*) AS n FROM account_sessions WHERE account_id = ?')
      .bind(id)
      .first<{ n: number }>()
  )?.n;

async function make(status: Status = 'active') {
  const lockedUntilMs = Date.now() + 600_000;
  const account = await makeAccount({ status, ...(status === 'locked' && { lockedUntilMs }) });
  await withContext((ctx) => startSession(ctx, account, { amr: ['pwd'], ...VISITOR }));
  return account;
}

describe('PATCH /admin/v1/accounts/{id}/suspend, unsuspend, unlock (spec 3.1)', () => {
  it.each([
    ['suspend', 'active', 200, 'suspended'],
    ['suspend', 'locked', 200, 'suspended'],
    ['suspend', 'pending_deletion', 200, 'suspended'],
    ['suspend', 'suspended', 200, 'suspended'],
    ['unsuspend', 'suspended', 200, 'active'],
    ['unsuspend', 'active', 409, 'active'],
    ['unsuspend', 'locked', 409, 'locked'],
    ['unsuspend', 'pending_deletion', 409, 'pending_deletion'],
    ['unlock', 'locked', 200, 'active'],
    // An account that is not locked can be unlocked too: this clears its failed sign-ins and leaves
    // its status unchanged.
    ['unlock', 'active', 200, 'active'],
    ['unlock', 'suspended', 200, 'suspended'],
    ['unlock', 'pending_deletion', 200, 'pending_deletion'],
  ] as const)(
    '%s of an account that is %s answers %i and leaves it %s',
    async (action, from, status, to) => {
      const { token } = await makeAdmin({ role: 'support' });
      const { id } = await make(from);
      const reply = await act(token, id, action);
      expect([reply.status, await statusOf(id)]).toEqual([status, to]);
      const outcome = reply.body.data?.status ?? reply.body.error?.code;
      expect(outcome).toBe(status === 200 ? to : 'CONFLICT');
    },
  );

  it('ends all sessions on suspension, also with twenty concurrent requests', async () => {
    const { token } = await makeAdmin({ role: 'support' });
    const account = await make();
    expect(await sessionsOf(account.id)).toBe(1);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => act(token, account.id, 'suspend')),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await sessionsOf(account.id)).toBe(0);
  });

  it('resets the failed sign-ins on unlock', async () => {
    const { token } = await makeAdmin({ role: 'support' });
    const { id } = await make('locked');
    await env.DB.prepare('UPDATE accounts SET failed_logins = 10 WHERE id = ?').bind(id).run();
    expect((await act(token, id, 'unlock')).status).toBe(200);
    const row = await env.DB.prepare(
      'SELECT failed_logins, locked_until_ms FROM accounts WHERE id = ?',
    )
      .bind(id)
      .first();
    expect(row).toEqual({ failed_logins: 0, locked_until_ms: null });
  });

  it('answers 404 to an unknown account and 400 to a malformed id', async () => {
    const { token } = await makeAdmin();
    for (const action of ['suspend', 'unsuspend', 'unlock']) {
      const path = `/accounts/999999/${action}`;
      expect([action, (await ask('PATCH', path, token)).status]).toEqual([action, 404]);
      expect((await ask('PATCH', `/accounts/x/${action}`, token)).status).toBe(400);
    }
  });

  it('records the status before and after in the audit log, and nothing for a refused action', async () => {
    const { id: admin, token } = await makeAdmin({ role: 'support' });
    const { id } = await make();
    await act(token, id, 'unsuspend');
    await act(token, id, 'suspend');
    const { results } = await env.DB.prepare(
      'SELECT staff_id, action, target_type, target_id, before, after FROM audit_entries',
    ).all();
    expect(results).toEqual([
      {
        staff_id: admin,
        action: 'account.suspend',
        target_type: 'account',
        target_id: String(id),
        before: '{"status":"active"}',
        after: '{"status":"suspended"}',
      },
    ]);
  });
});

describe('POST /admin/v1/accounts/{id}/force-logout', () => {
  it('ends all sessions and leaves the status as it is', async () => {
    const { token } = await makeAdmin({ role: 'support' });
    const { id } = await make();
    expect((await ask('POST', `/accounts/${id}/force-logout`, token)).status).toBe(200);
    expect([await sessionsOf(id), await statusOf(id)]).toEqual([0, 'active']);
  });

  it('answers 200 for an account that does not exist, and 400 to a malformed id', async () => {
    const { token } = await makeAdmin();
    expect((await ask('POST', '/accounts/999999/force-logout', token)).status).toBe(200);
    expect((await ask('POST', '/accounts/x/force-logout', token)).status).toBe(400);
  });
});

describe('a reason', () => {
  it('is kept in the audit entry of each action, also when the account is gone', async () => {
    const { token } = await makeAdmin();
    const { id } = await make();
    const reason = 'Asked for by the police, case 7.';
    for (const [method, path] of [
      ['PATCH', '/suspend'],
      ['PATCH', '/unsuspend'],
      ['PATCH', '/unlock'],
      ['POST', '/force-logout'],
      ['DELETE', ''],
    ] as const)
      expect((await ask(method, `/accounts/${id}${path}`, token, { reason })).status).toBe(200);
    expect(await readAudit()).toEqual([
      ['account.suspend', { status: 'active' }, { status: 'suspended', reason }],
      ['account.unsuspend', { status: 'suspended' }, { status: 'active', reason }],
      ['account.unlock', { status: 'active' }, { status: 'active', reason }],
      ['account.force_logout', null, { reason }],
      ['account.delete', { status: 'active' }, { reason }],
    ]);
  });

  it('may be left out, as may the body, also when a content type is declared for no body', async () => {
    const { token } = await makeAdmin();
    const { id } = await make();
    for (const body of ['{}', '', undefined]) {
      const headers = { 'Content-Type': 'application/json' };
      const reply = await ask('PATCH', `/accounts/${id}/suspend`, token, body, headers);
      expect([body, reply.status]).toEqual([body, 200]);
    }
  });
});
