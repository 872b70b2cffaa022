// Use cases for enrolled faces under faults.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import {
  beginChallenge,
  readChallenge,
} from '../../src/domain/integration/face-2fa/begin-challenge.ts';
import { decodeObjectId } from '../../src/crypto/capability-token.ts';
import type { Context } from '../../src/context.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import {
  beginEnrolment,
  finishEnrolment,
} from '../../src/domain/signing-in/authentication/enrol-face.ts';
import {
  beginFaceSignIn,
  finishFaceSignIn,
} from '../../src/domain/signing-in/authentication/sign-in-by-face.ts';
import {
  beginShowingFace,
  finishShowingFace,
} from '../../src/domain/signing-in/authentication/show-face.ts';
import { blockImage } from '../../src/domain/integration/face-blocking/block-face.ts';
import { startSession } from '../../src/domain/signing-in/sessions/sign-in.ts';
import type { SignIn } from '../../src/domain/signing-in/sessions/session.ts';
import { AMR_PASSWORD } from '../../src/domain/terms/authentication.ts';
import { makeToken } from '../../src/domain/verification/tokens.ts';
import { beginFaceSession } from '../../src/domain/integration/face-2fa/begin-session.ts';
import { settleFaceSession } from '../../src/domain/integration/face-2fa/settle-session.ts';
import {
  toSessionEvent,
  type SessionEvent,
} from '../../src/domain/verification/rules/session/result.ts';
import { consumeSessionEvents } from '../../src/domain/integration/webhooks/consume-events.ts';
import type { Principal } from '../../src/domain/verification/customer.ts';
import { findPartialStates, type UseCase } from '../support/faults/find-partial-states.ts';
import { keepFace } from '../support/account/account-faces.ts';
import { makeAccount, VISITOR } from '../support/account/accounts.ts';
import { passFaceCheck } from '../support/faults/checked-faces.ts';
import { insertTenant, noticesOf, refuseWebhooks } from '../support/faults/fixtures.ts';
import { trustBrowser } from '../support/account/trusted-devices.ts';
import { photoOf, ScriptedFace } from '../support/visitor/scripted-face.ts';
import { queryLedger } from '../support/customer/ledgers.ts';
import { registerUnreachable } from '../support/customer/webhooks.ts';

beforeEach(refuseWebhooks);
afterEach(() => void vi.restoreAllMocks());

/**
 * @param query a query of a customer's rows in D1; the tenant's id is ?1
 * @param ofLedger a query of the customer's ledger
 */
async function findOf(
  { tenant }: Pick<Principal, 'tenant'>,
  query: string,
  ofLedger: string,
): Promise<string[]> {
  const { results } = await env.DB.prepare(query).bind(tenant.id).all<{ found: string }>();
  const recorded = await queryLedger<{ found: string }>({ tenantId: tenant.id }, ofLedger);
  return [...results, ...recorded].map(({ found }) => found);
}

/** Returns `untold` once for each face challenge whose end no delivery reports. */
async function untoldOf({ tenant }: Pick<Principal, 'tenant'>): Promise<string[]> {
  const told = await queryLedger<{ session_id: string }>(
    { tenantId: tenant.id },
    'SELECT session_id FROM deliveries',
  );
  const { results } = await env.DB.prepare('SELECT id FROM face_challenges WHERE tenant_id = ?')
    .bind(tenant.id)
    .all<{ id: string }>();
  return results.flatMap(({ id }) => (told.some((one) => one.session_id === id) ? [] : ['untold']));
}

interface Customer {
  principal: Principal;
}

/** Inserts a customer with an endpoint that cannot be reached. */
async function insertCustomer(ctx: Context) {
  const tenant = await insertTenant();
  await registerUnreachable(ctx, tenant.id, 'https://hooks.example/faces');
  return tenant;
}

it('a face is enrolled and its end is sent, or it expires and that end is sent', async () => {
  for (const key of [undefined, `order-${randomToken(6)}`]) {
    const partial = await findPartialStates<Customer>({
      prepare: async ({ ctx }) => {
        const tenant = await insertCustomer(ctx);
        return { principal: { kind: 'secret', test: false, isProven: true, tenant } };
      },
      // The response only confirms that processing has begun; the outcome is read from the
      // challenge.
      act: async (ctx, { principal }) => {
        const after: Promise<unknown>[] = [];
        const around = {
          ...ctx,
          face: new ScriptedFace(),
          defer: (work: Promise<unknown>) => void after.push(work),
        };
        const image = photoOf('ada');
        const request = { kind: 'enroll', userId: 'ada', image } as const;
        const { id } = await beginChallenge(around, principal, request, key);
        await Promise.all(after);
        const { end } = await readChallenge(ctx, principal, id);
        if (end?.passed !== true) throw new Error('It did not end.');
      },
      observe: async ({ principal }) => {
        const found = await findOf(
          principal,
          `SELECT 'template' AS found FROM face_templates WHERE tenant_id = ?1
           UNION ALL SELECT 'passed' FROM face_challenges WHERE tenant_id = ?1 AND passed = 1`,
          `SELECT 'told' AS found FROM events WHERE body ->> '$.data.status' = 'completed'
             AND id IN (SELECT event_id FROM deliveries)`,
        );
        return [...found, ...(await untoldOf(principal))];
      },
    });
    expect(partial).toEqual([]);
  }
});

interface EndedCheck extends Customer {
  event: SessionEvent;
}

const blockEve = (
  ctx: Context,
  { id: tenantId, residency }: Principal['tenant'],
): Promise<void> => {
  const actor = { audience: 'dashboard', tenantId } as const;
  const blocker = { tenantId, test: false, residency, name: 'key_1', actor };
  const around = { ...ctx, face: new ScriptedFace() };
  return blockImage(around, blocker, photoOf('eve'), { reason: 'x' });
};

it('the end of a live check is written and sent, or can be repeated', async () => {
  for (const isBlocked of [false, true]) {
    const partial = await findPartialStates<EndedCheck>({
      prepare: async ({ ctx }) => {
        const tenant = await insertCustomer(ctx);
        if (isBlocked) await blockEve(ctx, tenant);
        const known: Principal = { kind: 'secret', test: false, isProven: true, tenant };
        const principal = { ...known, blocksFaces: isBlocked };
        const callbackUrl = 'https://shop.example/face';
        const request = { kind: 'enroll', userId: 'eve', callbackUrl } as const;
        const around = { ...ctx, face: new ScriptedFace() };
        const { challengeId } = await beginFaceSession(around, principal, request, undefined);
        const id = decodeObjectId(challengeId.slice('fch_'.length)) ?? '';
        const ended = await passFaceCheck(ctx, id, {
          person: 'eve',
          model: new ScriptedFace().model,
          isUnconfirmed: true,
        });
        return { principal, event: toSessionEvent(ended, 'completed', Date.now()) };
      },
      act: (ctx, { event }) => consumeSessionEvents(ctx, [event], settleFaceSession),
      observe: async ({ principal }) => {
        // The face in the session's object is not observed, because the object's own alarm deletes
        // it anyway.
        return findOf(
          principal,
          `SELECT 'template' AS found FROM face_templates WHERE tenant_id = ?1 AND notice = '5'
           UNION ALL SELECT coalesce(failure_reason, 'passed') FROM face_challenges WHERE tenant_id = ?1
             AND status = 'completed'`,
          `SELECT 'event' AS found FROM events UNION ALL SELECT 'delivery' FROM deliveries`,
        );
      },
    });
    expect(partial).toEqual([]);
  }
});

interface AtDevice {
  account: Account;
  signIn: SignIn;
  token: string;
  trustedDevice?: string;
}

const VISIT = { returnPath: '/account/security', locale: 'en' };

/** Finds every trace of an enrolment, or of a sign-in by face. */
async function observeAccount({ account }: AtDevice) {
  const rows = await env.DB.prepare(
    `SELECT 'face ' || (last_used_at_ms > enrolled_at_ms) AS found FROM account_faces WHERE account_id = ?1
     UNION ALL SELECT 'device ' || (last_used_at_ms IS NOT NULL) FROM trusted_devices WHERE account_id = ?1
     UNION ALL SELECT 'session ' || (face_shown_at_ms IS NOT NULL) FROM account_sessions WHERE account_id = ?1
     UNION ALL SELECT 'history ' || outcome FROM login_attempts WHERE account_id = ?1 AND method = 'face'`,
  )
    .bind(account.id)
    .all<{ found: string }>();
  return [rows.results.map(({ found }) => found), await noticesOf(account)];
}

async function ownerAtDevice(ctx: Context): Promise<{ account: Account; signIn: SignIn }> {
  const account = await makeAccount();
  const started = await startSession(ctx, account, { ...VISITOR, amr: AMR_PASSWORD });
  return { account, signIn: { account, session: started!.session } };
}

/**
 * Shows the person's face in a check.
 * @returns the token that the person returns with
 */
async function show(ctx: Context, { sessionId }: { sessionId: string }): Promise<string> {
  await passFaceCheck(ctx, sessionId, { person: 'Ada', model: 'scripted' });
  return (await makeToken(ctx, 'xtk_', sessionId)).token;
}

const seeing = (ctx: Context): Context => ({
  ...ctx,
  face: Object.assign(new ScriptedFace(), { model: 'scripted' }),
});

async function expectWhole(useCase: Omit<UseCase<AtDevice>, 'observe'>): Promise<void> {
  expect(await findPartialStates({ ...useCase, observe: observeAccount })).toEqual([]);
}

describe('an account’s face', () => {
  it('is enrolled with its device and its notice, or another check can be started', async () => {
    await expectWhole({
      prepare: async ({ ctx }) => {
        const { account, signIn } = await ownerAtDevice(ctx);
        const begun = await beginEnrolment(seeing(ctx), signIn, VISIT);
        return { account, signIn, token: await show(ctx, begun) };
      },
      act: async (ctx, { signIn, token }) => {
        const answer = { token, visitor: VISITOR, trustedDevice: undefined };
        const { ok } = await finishEnrolment(ctx, signIn, answer);
        if (!ok) throw new Error('It was not enrolled.');
      },
    });
  });

  it('is recorded as shown with its use, or another check can be started', async () => {
    await expectWhole({
      prepare: async ({ ctx }) => {
        const { account, signIn } = await ownerAtDevice(ctx);
        await keepFace(account, signIn.session.id);
        const begun = await beginShowingFace(seeing(ctx), signIn, VISIT);
        return { account, signIn, token: await show(ctx, begun!) };
      },
      act: async (ctx, { signIn, token }) => {
        const answer = { token, visitor: VISITOR };
        if ((await finishShowingFace(ctx, signIn, answer)) !== 'shown')
          throw new Error('It was not shown.');
      },
    });
  });

  it('signs in with history, device and notice, or another check can be started', async () => {
    await expectWhole({
      prepare: async ({ ctx }) => {
        const { account, signIn } = await ownerAtDevice(ctx);
        await keepFace(account, signIn.session.id);
        const trustedDevice = await trustBrowser(signIn);
        const begun = await beginFaceSignIn(seeing(ctx), trustedDevice, VISIT);
        return { account, signIn, trustedDevice, token: await show(ctx, begun!) };
      },
      act: async (ctx, { token, trustedDevice }) => {
        const { ok } = await finishFaceSignIn(ctx, { token, visitor: VISITOR, trustedDevice });
        if (!ok) throw new Error('Nobody was let in.');
      },
    });
  });
});
