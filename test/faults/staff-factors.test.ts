// Changes to operators' second factors under faults: a change, its audit entry and the email to the
// operator are one transaction.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import { createAdmin } from '../../src/domain/customers/admins/admin.ts';
import {
  beginStaffPasskeyRegistration,
  finishStaffPasskeyRegistration,
} from '../../src/domain/customers/staff-authentication/register-passkey.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '../../src/domain/customers/staff-authentication/two-factor.ts';
import {
  removeStaffPasskey,
  renameStaffPasskey,
} from '../../src/domain/customers/staff/passkeys.ts';
import type { SignedInStaff } from '../../src/domain/customers/staff/sessions.ts';
import { findStaff } from '../../src/domain/customers/staff/store.ts';
import { toMember } from '../../src/domain/customers/staff/staff-row.ts';
import { codeOf, givePasskey, makeAdmin } from '../support/staff/admins.ts';
import { makeAuthenticator } from '../support/account/authenticator.ts';
import {
  findPartialStates,
  type UseCase,
  type World,
} from '../support/faults/find-partial-states.ts';
import { PASSWORD } from '../support/staff/staff.ts';

const ACTOR = { audience: 'admin', ip: '192.0.2.1', userAgent: 'Firefox' } as const;

interface Operator {
  signedIn: SignedInStaff;
  /** The return value of the use case's first step, which its second step needs. */
  begun: string;
  response: unknown;
}

/** Creates an operator with only a password who has just signed in. */
async function operator({ ctx }: World): Promise<Operator> {
  const { id } = await makeAdmin({ secondFactor: false });
  const sessionId = await env.DB.prepare('SELECT id FROM staff_sessions WHERE staff_id = ?')
    .bind(id)
    .first<string>('id');
  const signedIn = {
    member: toMember((await findStaff(ctx.db, id))!),
    sessionId: sessionId!,
    provenAtMs: Date.now(),
    showedSecondFactor: true,
    needsSecondFactor: true,
    hasSecondFactor: true,
  };
  return { signedIn, begun: '', response: undefined };
}

async function withSetup(world: World): Promise<Operator> {
  const made = await operator(world);
  return { ...made, begun: (await setUpTwoFactor(world.ctx, made.signedIn)).secret };
}

/** Creates an operator with a second factor, and discards the emails sent during the setup. */
async function withTotp(world: World): Promise<Operator> {
  const made = await withSetup(world);
  const { signedIn, begun } = made;
  await enableTwoFactor(world.ctx, signedIn, codeOf(begun), ACTOR);
  await forgetMails(signedIn);
  return made;
}

async function withPasskey(world: World): Promise<Operator> {
  const made = await operator(world);
  await givePasskey(made.signedIn.member.id);
  return { ...made, begun: String((await passkeysOf(made))[0]?.['id']) };
}

async function withCeremony(world: World): Promise<Operator> {
  const made = await operator(world);
  const begun = await beginStaffPasskeyRegistration(world.ctx, made.signedIn);
  const response = await (await makeAuthenticator()).register(begun.options);
  return { ...made, begun: begun.ceremony, response };
}

const all = async (query: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (
    await env.DB.prepare(query)
      .bind(...values)
      .all()
  ).results;

const passkeysOf = ({ signedIn }: Operator) =>
  all('SELECT id, name FROM staff_passkeys WHERE staff_id = ?', signedIn.member.id);

const forgetMails = ({ member }: SignedInStaff) =>
  env.DB.prepare('DELETE FROM mails WHERE recipient = ?').bind(member.email).run();

/**
 * Reads the operator's second factors, the session's method, the number of recovery codes, the
 * audit log, and the emails.
 */
async function stateOf(made: Operator) {
  const { member, sessionId } = made.signedIn;
  const rows = await all(
    `SELECT totp_enabled_at_ms IS NOT NULL AS hasTotp,
       (SELECT method FROM staff_sessions WHERE id = ?2) AS session,
       (SELECT count(*) FROM staff_recovery_codes WHERE staff_id = ?1) AS codes
     FROM staff WHERE id = ?1`,
    member.id,
    sessionId,
  );
  const entries = await all(
    `SELECT action, after FROM audit_entries WHERE target_type = 'staff' AND target_id = ? ORDER BY id`,
    String(member.id),
  );
  const mails = await all('SELECT sent_at_ms FROM mails WHERE recipient = ?', member.email);
  const passkeys = await passkeysOf(made);
  return {
    ...rows[0],
    passkeys: passkeys.map(({ name }) => name),
    entries: entries.map(({ action, after }) => {
      const said = JSON.parse(typeof after === 'string' ? after : '{}') as object;
      const { passkey_id: id, ...fields } = { passkey_id: undefined as unknown, ...said };
      const isNamed = passkeys.some((one) => one['id'] === id);
      return { action, ...fields, ...(id !== undefined && { isNamed }) };
    }),
    mails: mails.map((one) => one['sent_at_ms'] !== null),
  };
}

const of = (
  prepare: UseCase<Operator>['prepare'],
  act: UseCase<Operator>['act'],
): UseCase<Operator> => ({ prepare, act, observe: stateOf });

const TABLE: Record<string, UseCase<Operator>> = {
  enableTwoFactor: of(withSetup, (ctx, { signedIn, begun }) =>
    enableTwoFactor(ctx, signedIn, codeOf(begun), ACTOR),
  ),
  disableTwoFactor: of(withTotp, (ctx, { signedIn }) =>
    disableTwoFactor(ctx, signedIn.member, PASSWORD, ACTOR),
  ),
  renewRecoveryCodes: of(withTotp, (ctx, { signedIn }) =>
    renewRecoveryCodes(ctx, signedIn.member, PASSWORD, ACTOR),
  ),
  finishStaffPasskeyRegistration: of(withCeremony, (ctx, { signedIn, begun, response }) =>
    finishStaffPasskeyRegistration(ctx, signedIn, { ceremony: begun, response }, ACTOR),
  ),
  renameStaffPasskey: of(withPasskey, (ctx, { signedIn, begun }) =>
    renameStaffPasskey(ctx, signedIn.member, Number(begun), 'New key', ACTOR),
  ),
  removeStaffPasskey: of(withPasskey, (ctx, { signedIn, begun }) =>
    removeStaffPasskey(ctx, signedIn, Number(begun), ACTOR),
  ),
};

describe('is completed with its audit entry and its mail, or not at all:', () => {
  it.each(Object.entries(TABLE))('%s', async (_name, useCase) => {
    expect(await findPartialStates(useCase)).toEqual([]);
  });

  it('createAdmin, with an entry that names the operator', async () => {
    const partial = await findPartialStates<string>({
      prepare: async () => `${randomToken(6).toLowerCase()}@ops.example`,
      act: (ctx, email) =>
        createAdmin(
          ctx,
          { email, name: 'Grace', role: 'support', password: 'amber-kettle-77-harbour' },
          ACTOR,
        ),
      observe: (email) =>
        all(
          `SELECT role, (SELECT group_concat(after) FROM audit_entries
             WHERE action = 'admin.create' AND target_type = 'admin' AND target_id = CAST(staff.id AS TEXT)) AS entry
           FROM staff WHERE email = ?`,
          email,
        ),
    });
    expect(partial).toEqual([]);
  });
});
