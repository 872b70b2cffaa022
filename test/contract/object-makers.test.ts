// Every file that creates Durable Objects, and what limits their number. Objects cost storage and
// alarms, so each file needs a limit per address, per tenant or per owner.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listFiles } from './source-files.ts';

/** Calls that address a new Durable Object, and calls of functions that wrap them. */
const MAKERS =
  /\b(newSessionId|newOneTimeTokenId|namedOneTimeTokenId|newGrantId|idempotencyRecord|rateLimiter|attemptCount|blockList|issueOneTimeToken|issueMailLink|countAgainst|countPasswordGuess|countFailedGuess|beginAuthentication|beginRegistration)\(/;

const LIMITED: Record<string, string> = {
  'src/context.ts': 'addresses objects only',
  'src/domain/terms/guess-limits.ts': 'by its callers',
  'src/domain/terms/one-time-token.ts': 'by its callers',
  'src/http/guess-limit.ts': 'by its callers',
  'src/domain/platform/mail/mail-link.ts': 'by its callers',
  'src/domain/platform/credentials/passkey-ceremony.ts': 'by its callers',
  'src/domain/terms/password-guesses.ts':
    'failures at any address: 30 in 15 minutes per network; a known device has proved its address',
  'src/http/auth/api-key.ts': 'one counter per network',
  'src/http/auth/scim-token.ts': 'one counter per network',
  'src/http/auth/oauth-client.ts':
    'one counter per network for unknown clients, one per known client',
  'src/routes/hosted/opening.ts': 'one counter per network',
  'src/routes/portal/device.tsx': 'one counter per network',
  'src/domain/openid/clients/client-assertion.ts':
    'one per assertion by a key of the client, until it expires',
  'src/domain/signing-in/authorization/device-request.ts':
    'device_authorization: 6,000 a minute per client, 120 a minute per network for public ones',
  'src/domain/signing-in/authorization/pushed-request.ts':
    'PAR: 6,000 a minute per client, 120 a minute per network for public ones',
  'src/domain/verification/backend-session.ts':
    'one counter per tenant without a confirmed address',
  'src/domain/verification/new-session.ts':
    'init and retakes: 6,000 a minute per tenant; checks of accounts: 120 a minute per network',
  'src/domain/verification/begin-face-check.ts': 'by its callers: who asks for a face limits it',
  'src/domain/terms/claim-id.ts': 'by its callers',
  'src/domain/terms/user-code.ts':
    'by its callers: init, device_authorization, and five wrong codes in ten minutes per network',
  'src/routes/verify/face-upload.ts': 'one counter per tenant and mode; 60 claims a minute',
  'src/domain/verification/attempts.ts': 'one per user id of a tenant, at init',
  'src/domain/faces/blocked-faces/is-blocked.ts': 'one per tenant and mode, which stores nothing',
  'src/domain/signing-in/age-sharing/reuse-limits.ts':
    'one counter per fresh sign-in of an account',
  'src/domain/integration/contesting/contest-session.ts':
    'one per session that failed, four in a chain',
  'src/domain/verification/handoff.ts': 'hosted page: 240 a minute per session',
  'src/domain/signing-in/authorization/consent-request.ts': 'authorize: 120 a minute per network',
  'src/domain/signing-in/authentication/sign-in-with-passkey.ts':
    'beginnings: 120 a minute per network',
  'src/domain/signing-in/authentication/register-passkey.ts':
    'beginnings: 120 a minute per network',
  'src/domain/signing-in/authentication/show-face.ts': '5 checks an hour per account',
  'src/domain/signing-in/authentication/trust-device.ts':
    '5 codes an hour per recipient; one per account',
  'src/domain/customers/provisioning/users.ts':
    'invitations: 50 a day per customer, 5 a day per recipient',
  'src/domain/customers/staff-authentication/sign-in-with-passkey.ts':
    'admin: 600 a minute per network',
  'src/domain/customers/staff-authentication/register-passkey.ts':
    'signed-in staff: 600 a minute each',
  'src/domain/signing-in/account-lifecycle/sign-up.ts': '30 an hour per network, counted first',
  'src/domain/signing-in/account-lifecycle/confirm-email.ts': 'one counter per link that is live',
  'src/domain/platform/credentials/password-reset.ts': '5 an hour per network, counted first',
  'src/domain/signing-in/authentication/sign-in-with-password.ts': 'see password-guesses',
  'src/domain/customers/staff-authentication/sign-in-with-password.ts': 'see password-guesses',
  'src/domain/customers/staff-authentication/second-factor.ts':
    'after a right password; one counter per member',
  'src/domain/customers/staff-authentication/confirm-password.ts': 'one counter per member',
  'src/domain/customers/staff-authentication/reset-password.ts':
    'guesses by a link that was used: see password-guesses',
  'src/domain/customers/provider-sign-in/pending.ts':
    'one for each sign-in that a browser begins: 600 a minute per network',
  'src/domain/customers/provider-sign-in/provider-logout.ts':
    'one for each logout token that a customer’s provider has signed; they end within 20 minutes',
  'src/domain/customers/single-sign-on/domains.ts': 'one counter per customer',
  'src/domain/customers/staff-authentication/two-factor.ts': 'one counter per member',
  'src/domain/customers/staff-authentication/verify-email.ts': '5 an hour per recipient',
  'src/domain/integration/webhooks/prove-receiver.ts': 'challenges: per tenant and per host',
  'src/domain/integration/webhooks/resend-event.ts': 'the counter of test events',
  'src/domain/integration/webhooks/send-test-event.ts': 'one counter per tenant',
  'src/domain/customers/team-membership/register-customer.ts':
    '30 an hour per network, counted first',
  'src/domain/customers/team-membership/invitations.ts':
    'per inviter and recipient; 50 open at a time',
  'src/domain/customers/tenant-administration/create-tenant.ts': 'per recipient, of an operator',
  'src/domain/signing-in/email-changes/email-change.ts': '5 an hour per account, 30 per network',
};

describe('code that creates objects', () => {
  const found = listFiles(['src']).filter(
    (path) => /\.tsx?$/.test(path) && MAKERS.test(readFileSync(path, 'utf8')),
  );

  it('is listed here with its limit, and no other code creates any (D-50, D-51)', () => {
    expect(found.toSorted()).toEqual(Object.keys(LIMITED).toSorted());
  });
});
