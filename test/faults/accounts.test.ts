// Account use cases under faults.
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  forceLogout,
  suspendAccount,
} from '../../src/domain/signing-in/account-lifecycle/change-status.ts';
import { confirmEmail } from '../../src/domain/signing-in/account-lifecycle/confirm-email.ts';
import { removeAccount } from '../../src/domain/operations/account-removal/remove-account.ts';
import { requestDeletion } from '../../src/domain/signing-in/account-lifecycle/request-deletion.ts';
import {
  changePassword,
  resetPassword,
} from '../../src/domain/signing-in/account-lifecycle/reset-password.ts';
import { beginAgeCheck } from '../../src/domain/signing-in/age-sharing/age-check.ts';
import { revokeSession } from '../../src/domain/signing-in/authentication/devices.ts';
import { sha256Hex } from '../../src/crypto/hash.ts';
import { randomToken } from '../../src/crypto/random.ts';
import { deleteClient } from '../../src/domain/customers/client-administration/delete-client.ts';
import { disconnect } from '../../src/domain/openid/grants/connections.ts';
import { issueMailLink, readMailLink } from '../../src/domain/platform/mail/mail-link.ts';
import { endSession } from '../../src/domain/signing-in/sessions/sign-in.ts';
import { eventually } from '../support/installation/eventually.ts';
import { accountRow, VISITOR } from '../support/account/accounts.ts';
import { makeContext } from '../support/installation/context.ts';
import {
  findPartialStates,
  type UseCase,
  type World,
} from '../support/faults/find-partial-states.ts';
import {
  accessOf,
  connectedPerson,
  noticesOf,
  type ConnectedPerson,
} from '../support/faults/fixtures.ts';

const FRESH = 'amber-kettle-77-harbour';

afterEach(() => void vi.restoreAllMocks());

/** Reads a person's state: account status, password, access and notices. */
async function stateOf(person: ConnectedPerson) {
  const row = await accountRow(person.account.id);
  return {
    status: row?.status,
    hasNewPassword: (row?.password_changed_at_ms ?? 0) !== person.passwordChangedAtMs,
    ...(await accessOf(person)),
    ...(await noticesOf(person.account)),
  };
}

/**
 * Matches calls to Durable Objects. These calls may fail: the rows in D1 determine what has ended,
 * and the schedule later notifies any object that could not be reached (D-78).
 */
const OBJECTS = /^(GRANT|ONE_TIME_TOKEN|VERIFICATION_SESSION)\./;

const of = (act: UseCase<ConnectedPerson>['act']): UseCase<ConnectedPerson> => ({
  prepare: connectedPerson,
  act,
  afterTheFact: OBJECTS,
  observe: stateOf,
});

/** Creates a person who also has an age check in progress. */
async function personWithCheck(world: World): Promise<ConnectedPerson> {
  const person = await connectedPerson(world);
  const { sessionId } = await beginAgeCheck(world.ctx, {
    account: person.account,
    returnPath: '/account/age',
    locale: 'en',
  });
  await eventually(async () => {
    await world.deliver();
    const row = await env.DB.prepare('SELECT id FROM verification_sessions WHERE id = ?')
      .bind(sessionId)
      .first();
    if (row === null) throw new Error('The check is not listed yet.');
  });
  return person;
}

const TABLE: Record<string, UseCase<ConnectedPerson>> = {
  changePassword: of((ctx, { signIn }) => changePassword(ctx, signIn, FRESH)),
  requestDeletion: of((ctx, { signIn }) => requestDeletion(ctx, signIn)),
  suspendAccount: of((ctx, { account }) => suspendAccount(ctx, account.id)),
  forceLogout: of((ctx, { account }) => forceLogout(ctx, account.id)),
  removeAccount: {
    ...of((ctx, { account }) => removeAccount(ctx, account.id)),
    prepare: personWithCheck,
    afterTheFact: /^(GRANT|ONE_TIME_TOKEN|RATE_LIMITER|VERIFICATION_SESSION)\./,
  },
  disconnect: of((ctx, { account, clientId }) => disconnect(ctx, account.id, clientId)),
  revokeSession: of((ctx, { signIn }) => revokeSession(ctx, signIn, signIn.session.id)),
  deleteClient: of(async (ctx, { clientId }) => {
    const tenantId = await env.DB.prepare('SELECT tenant_id FROM oauth_clients WHERE id = ?')
      .bind(clientId)
      .first<string>('tenant_id');
    return deleteClient(ctx, { audience: 'system', tenantId: tenantId ?? '' }, clientId);
  }),
  endSession: of((ctx, { signIn }) => endSession(ctx, signIn.session.id)),
};

describe('completes fully or not at all:', () => {
  it.each(Object.entries(TABLE))('%s', async (_name, useCase) => {
    expect(await findPartialStates(useCase)).toEqual([]);
  });

  it('resetPassword, whose link stays valid when nothing was changed', async () => {
    interface Forgetful extends ConnectedPerson {
      token: string;
    }
    const partial = await findPartialStates<Forgetful>({
      prepare: async (world: World) => {
        const person = await connectedPerson(world);
        const { account, passwordChangedAtMs } = person;
        const token = await issueMailLink(world.ctx, {
          lifetimeMs: 24 * 3_600_000,
          purpose: {
            kind: 'reset_password',
            accountId: account.id,
            emailNormalized: account.emailNormalized!,
            passwordChangedAtMs,
          },
        });
        return { ...person, token };
      },
      act: async (ctx, { token }) => {
        const { ok } = await resetPassword(ctx, { token, password: FRESH });
        if (!ok) throw new Error('The link was refused.');
      },
      observe: async (person) => {
        const state = await stateOf(person);
        if (state.hasNewPassword) return state;
        return {
          ...state,
          isLinkGood: (await readMailLink(makeContext(), person.token)) !== undefined,
        };
      },
    });
    expect(partial).toEqual([]);
  });

  it('confirmEmail, whose link stays valid when no account was created', async () => {
    interface Invited {
      email: string;
      token: string;
    }
    const browser = 'a browser’s secret';
    const countAccounts = ({ email }: Invited) =>
      env.DB.prepare('SELECT count(*) AS n FROM accounts WHERE email = ?')
        .bind(email)
        .first<number>('n');
    const partial = await findPartialStates<Invited>({
      prepare: async ({ ctx }) => {
        const email = `${randomToken(6).toLowerCase()}@person.example`;
        const token = await issueMailLink(ctx, {
          lifetimeMs: 24 * 3_600_000,
          purpose: {
            kind: 'sign_up',
            email,
            emailNormalized: email,
            passwordHash: 'hash',
            locale: 'en',
            browserHash: await sha256Hex(browser),
          },
        });
        return { email, token };
      },
      act: async (ctx, { token }) => {
        const { ok } = await confirmEmail(ctx, { token, visitor: VISITOR, browsers: [browser] });
        if (!ok) throw new Error('The link was refused.');
      },
      observe: async (invited) => {
        const accounts = await countAccounts(invited);
        if (accounts === 1) return { accounts };
        return {
          accounts,
          isLinkGood: (await readMailLink(makeContext(), invited.token)) !== undefined,
        };
      },
    });
    expect(partial).toEqual([]);
  });
});
