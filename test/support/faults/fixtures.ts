// Initial states for the use cases in the fault table, and functions that read the resulting
// states.
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import {
  keepVerifiedAge,
  readAccountOffer,
} from '../../../src/domain/signing-in/age-sharing/share-age.ts';
import { readVerifiedAge } from '../../../src/domain/accounts/verified-ages/verified-age.ts';
import { AMR_PASSWORD } from '../../../src/domain/terms/authentication.ts';
import { startSession } from '../../../src/domain/signing-in/sessions/sign-in.ts';
import type { SignIn } from '../../../src/domain/signing-in/sessions/session.ts';
import type { Principal } from '../../../src/domain/verification/customer.ts';
import {
  createSession,
  readResult,
  settleAsTenant,
} from '../../../src/domain/verification/backend-session.ts';
import {
  openLink,
  readBrowserProof,
  type BrowserProof,
} from '../../../src/domain/verification/browser-session.ts';
import { pass, signedIn, type Person } from '../account/age-owners.ts';
import { accountRow, makeAccount, VISITOR } from '../account/accounts.ts';
import { makeContext } from '../installation/context.ts';
import { queryLedger } from '../customer/ledgers.ts';
import { connectSite } from '../account/connected-sites.ts';
import { CALLBACK, CHALLENGE, ALL_SCOPES } from '../site/oauth-request.ts';
import { eventually } from '../installation/eventually.ts';
import { randomToken } from '../../../src/crypto/random.ts';
import type { World } from './find-partial-states.ts';

const rows = async (query: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(query)
      .bind(...values)
      .all()
  ).results;

export interface EndedCheck {
  principal: Principal;
  token: string;
  sessionId: string;
  userId: string;
}

/**
 * Inserts a customer.
 * @returns the customer as part of a request's principal
 */
export async function insertTenant(): Promise<Principal['tenant']> {
  const tenant: Principal['tenant'] = {
    id: `ten_${randomToken(9)}`,
    name: 'Cellar Door',
    residency: 'none',
    embedOrigins: [],
    attemptCap: 3,
    retentionDays: 30,
  };
  await rows(
    'INSERT INTO tenants (id, name, created_at_ms) VALUES (?, ?, 1)',
    tenant.id,
    tenant.name,
  );
  return tenant;
}

/**
 * Makes every webhook receiver respond with 500 until all mocks are restored, so that no test waits
 * for DNS.
 */
export const refuseWebhooks = (): void =>
  void vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(null, { status: 500 }));

/** Returns the customer's events in the principal's mode (live or test), oldest first. */
const eventsOf = ({ tenant, test }: Pick<Principal, 'tenant' | 'test'>) =>
  queryLedger<{ type: string; session_id: string; body: string }>(
    { tenantId: tenant.id, test },
    'SELECT type, session_id, body FROM events ORDER BY seq',
  );

const WISHED = {
  callbackUrl: 'https://shop.example/return',
  gate: 18,
  purpose: 'age_verification',
  mode: 'auto',
} as const;

/** Creates a finished check of a known user. The check's row and event have been delivered. */
export async function endedCheck({ ctx, deliver }: World): Promise<EndedCheck> {
  const tenant = await insertTenant();
  const principal: Principal = { kind: 'secret', test: true, isProven: true, tenant };
  const userId = `user-${randomToken(9)}`;
  const { token } = await createSession(ctx, principal, {
    ...WISHED,
    difficulty: 'easy',
    userId,
    metadata: 'order 7',
  });
  await settleAsTenant(ctx, principal, token, 'success');
  const sessionId = await eventually(async () => {
    await deliver();
    const [event] = await eventsOf(principal);
    if (event === undefined) throw new Error('The event has not arrived.');
    return event.session_id;
  });
  return { principal, token, sessionId, userId };
}

/**
 * Lists the places in which a check's data still identify the person, plus `erased` if the check's
 * row is marked as erased.
 */
export async function tracesOf(
  { ctx }: Pick<World, 'ctx'>,
  { principal, token, sessionId, userId }: EndedCheck,
) {
  const copies = await rows(
    `SELECT 'row' AS place FROM verification_sessions WHERE id = ?1 AND (external_user_id = ?2 OR metadata IS NOT NULL)
     UNION ALL SELECT 'erased' FROM verification_sessions WHERE id = ?1 AND erased_at_ms IS NOT NULL`,
    sessionId,
    userId,
  );
  const events = await eventsOf(principal);
  const named = events.filter(({ body }) => body.includes(userId)).map(() => 'event');
  const readable = await readResult(ctx, principal, token).then(
    () => ['token'],
    () => [],
  );
  return [...copies.map(({ place }) => place), ...named, ...readable];
}

export interface FailedCheck {
  principal: Principal;
  /** The session token, `xit_…`. */
  token: string;
  sessionId: string;
}

/**
 * Creates a live check that failed before any face was examined and whose row and event have been
 * delivered.
 */
export async function failedCheck({ ctx, deliver }: World): Promise<FailedCheck> {
  const tenant = await insertTenant();
  const principal: Principal = { kind: 'secret', test: false, isProven: true, tenant };
  const { token, sessionId } = await createSession(ctx, principal, {
    ...WISHED,
    mode: 'document',
    difficulty: 'easy',
  });
  await openLink(ctx, { token }, () => undefined, undefined);
  await eventually(async () => {
    await deliver();
    if ((await eventsOf(principal)).length === 0) throw new Error('The event has not arrived.');
  });
  return { principal, token, sessionId };
}

/**
 * Reads the failed session's status, the list of sessions and the types of events after a retake.
 * By then, the retake's own session has expired.
 */
export async function retakesOf({ principal, token, sessionId }: FailedCheck) {
  const { status } = await readResult(makeContext(), principal, token);
  const listed = await rows(
    `SELECT status, previous_id IS ?1 AS retakes, counted_before FROM verification_sessions
      WHERE tenant_id = ?2 ORDER BY created_at_ms, rowid`,
    sessionId,
    principal.tenant.id,
  );
  const events = await eventsOf(principal);
  return { status, listed, events: events.map(({ type }) => type) };
}

export interface PassedCheck {
  proof: BrowserProof;
  person: Person;
}

/** Creates a check that a person with an account passed in a signed-in browser. */
export async function passedCheck({ ctx }: World): Promise<PassedCheck> {
  const tenant = await insertTenant();
  const principal: Principal = { kind: 'secret', test: false, isProven: true, tenant };
  const { sessionId, verifyUrl } = await createSession(ctx, principal, {
    ...WISHED,
    difficulty: 'medium',
  });
  const link = { token: verifyUrl.split('/').at(-1) ?? '' };
  const { cookie } = await openLink(ctx, link, () => undefined, undefined);
  const proof = readBrowserProof(cookie, sessionId);
  if (proof === undefined) throw new Error('The link did not open.');
  await pass(sessionId);
  return { proof, person: await signedIn(makeContext()) };
}

/**
 * Reads the age bracket that the account has kept from the check, and whether the age can still be
 * kept. If the age can be kept, this function also tries to keep it.
 */
export async function keptOf({ proof, person }: PassedCheck) {
  const ctx = makeContext();
  const age = await readVerifiedAge(ctx, person.account.id);
  const { canKeep } = await readAccountOffer(ctx, proof, person);
  const kept = canKeep ? await keepVerifiedAge(ctx, proof, person) : undefined;
  return { bracket: age?.bracket, canKeep, couldKeep: kept?.bracket };
}

export interface ConnectedPerson {
  account: Account;
  signIn: SignIn;
  clientId: string;
  grantId: string;
  passwordChangedAtMs: number | null;
}

/** Creates a person who is signed in on two browsers, and a site that holds tokens. */
export async function connectedPerson({ ctx }: World): Promise<ConnectedPerson> {
  const account = await makeAccount();
  const started = await startSession(ctx, account, { ...VISITOR, amr: AMR_PASSWORD });
  await startSession(ctx, account, { ...VISITOR, amr: AMR_PASSWORD });
  if (started === undefined) throw new Error('The account cannot sign in.');
  const { session } = started;
  const clientId = await connectSite(account.id, session.id);
  const [grant] = await rows('SELECT id FROM grants WHERE account_id = ?', account.id);
  const grantId = String(grant?.['id']);
  await issueTokens(grantId, clientId, account, session.id);
  const passwordChangedAtMs = (await accountRow(account.id))?.password_changed_at_ms ?? null;
  return { account, signIn: { account, session }, clientId, grantId, passwordChangedAtMs };
}

async function issueTokens(grantId: string, clientId: string, account: Account, sessionId: string) {
  const grant = env.GRANT.get(env.GRANT.idFromString(grantId));
  const nowMs = Date.now();
  const request = {
    clientId,
    redirectUri: CALLBACK,
    scope: ALL_SCOPES,
    codeChallenge: CHALLENGE,
    prompt: [],
    requestedAtMs: nowMs,
  };
  const approval = {
    accountId: account.id,
    subject: account.subject,
    sessionId,
    authenticatedAtMs: nowMs,
    amr: [...AMR_PASSWORD],
    acr: '1',
  };
  await grant.issueCode({ request, approval } as never, {
    hash: 'c'.repeat(64),
    expiresAtMs: nowMs + 60_000,
  });
  const redeemed = await grant.redeemCode({
    codeHash: 'c'.repeat(64),
    clientId,
    redirectUri: CALLBACK,
    codeChallenge: CHALLENGE,
    refreshHash: 'r'.repeat(64),
  });
  if (!redeemed.ok) throw new Error('The code was refused.');
}

/** Reads what access the person and the site still have. */
export async function accessOf({ account, grantId, clientId }: ConnectedPerson) {
  const [counted] = await rows(
    `SELECT (SELECT count(*) FROM account_sessions WHERE account_id = ?1) AS browsers,
       (SELECT count(*) FROM grants WHERE account_id = ?1 AND revoked_at_ms IS NULL) AS grants,
       (SELECT count(*) FROM connections WHERE account_id = ?1 AND client_id = ?2) AS connections`,
    account.id,
    clientId,
  );
  const grant = env.GRANT.get(env.GRANT.idFromString(grantId));
  return { ...counted, tokens: await grant.isAccessTokenActive('any') };
}

/**
 * Reads the types of the account's notices, and how many emails to the account are still unsent.
 */
export async function noticesOf({ id, email }: Account) {
  const notices = await rows('SELECT type FROM notifications WHERE account_id = ? ORDER BY id', id);
  const waiting = await rows(
    'SELECT id FROM mails WHERE recipient = ? AND sent_at_ms IS NULL',
    email,
  );
  return { notices: notices.map(({ type }) => type), waiting: waiting.length };
}
