// Every row of spec 4.1 to 4.3 and, for each of its statuses, the test that covers it: a file under
// test/routes/admin and part of the test's title. One test covers status 500 for nearly all rows.

type Proof = readonly [file: string, title: string];

interface SpecRow {
  method: string;
  path: string;
  statuses: Readonly<Record<number, Proof>>;
}

/**
 * The test that covers status 500. Routes that do not reach the database when the body is empty
 * name a different test.
 */
const FAULT: Proof = ['rights', 'is 500 in the envelope on every route'];
/** The test that covers routes that require an access token. */
const NO_TOKEN: Proof = ['rights', 'is required: 401 with a challenge'];

const bearer = { 401: NO_TOKEN, 500: FAULT };

export const ADMIN_STATUSES: readonly SpecRow[] = [
  {
    method: 'get',
    path: '/accounts',
    statuses: { ...bearer, 200: ['accounts', 'combines status, verified and dates freely'] },
  },
  {
    method: 'get',
    path: '/accounts/stats',
    statuses: { ...bearer, 200: ['accounts', 'counts by status'] },
  },
  {
    method: 'get',
    path: '/accounts/{id}',
    statuses: {
      ...bearer,
      200: ['accounts', 'shows brackets, counts and the latest sign-ins'],
      400: ['accounts', 'answers 404 to an unknown id and 400'],
      404: ['accounts', 'answers 404 to an unknown id and 400'],
    },
  },
  ...['connections', 'login-history', 'notifications', 'passkeys', 'sessions'].map((list) => ({
    method: 'get',
    path: `/accounts/{id}/${list}`,
    statuses: {
      ...bearer,
      200: ['account-belongings', 'is listed newest first'],
      400: ['account-belongings', 'is empty for an account that does not exist, and 400'],
    } satisfies Record<number, Proof>,
  })),
  ...['suspend', 'unsuspend', 'unlock'].map((action) => ({
    method: 'patch',
    path: `/accounts/{id}/${action}`,
    statuses: {
      ...bearer,
      200: ['account-actions', '%s of an account that is %s answers'],
      400: ['account-actions', 'answers 404 to an unknown account and 400'],
      404: ['account-actions', 'answers 404 to an unknown account and 400'],
    } satisfies Record<number, Proof>,
  })),
  {
    method: 'post',
    path: '/accounts/{id}/force-logout',
    statuses: {
      ...bearer,
      200: ['account-actions', 'ends all sessions and leaves the status'],
      400: ['account-actions', 'answers 200 for an account that does not exist, and 400'],
    },
  },
  {
    method: 'delete',
    path: '/accounts/{id}',
    statuses: {
      ...bearer,
      200: ['account-removal', 'leaves nothing of the account in any table'],
      400: ['account-removal', 'answers 404 the second time'],
      404: ['account-removal', 'answers 404 the second time'],
    },
  },
  {
    method: 'get',
    path: '/analytics/comparison',
    statuses: {
      500: FAULT,
      200: [
        'analytics',
        'compares a period with the previous one: changes, funnel, aligned series with zero days',
      ],
    },
  },
  {
    method: 'get',
    path: '/analytics/overview',
    statuses: { ...bearer, 200: ['analytics', 'totals tenants, users, verifications'] },
  },
  {
    method: 'get',
    path: '/analytics/verifications',
    statuses: { ...bearer, 200: ['analytics', 'counts each session once'] },
  },
  {
    method: 'get',
    path: '/audit',
    statuses: { ...bearer, 200: ['audit', 'combines admin, action, target type and days'] },
  },
  {
    method: 'get',
    path: '/audit/{id}',
    statuses: {
      200: ['audit', 'shows who acted, from where, the values before and after'],
      400: ['audit', 'answers 404 to an unknown entry, 400'],
      401: NO_TOKEN,
      404: ['audit', 'answers 404 to an unknown entry, 400'],
    },
  },
  {
    method: 'post',
    path: '/auth/login',
    statuses: {
      200: ['sign-in', 'gives tokens for the right password'],
      400: ['sign-in', 'answers 400 to missing fields'],
      401: [
        'sign-in',
        'answers 401 to a wrong password and to an unknown address, with the same body',
      ],
      403: ['sign-in', 'answers 403 to a deactivated admin'],
      500: FAULT,
    },
  },
  {
    method: 'post',
    path: '/auth/2fa/challenge',
    statuses: {
      200: ['sign-in', 'completes a sign-in with a code'],
      400: ['sign-in', 'answers 401 to an unknown challenge and 400'],
      401: ['sign-in', 'answers 401 to an unknown challenge and 400'],
      500: ['sign-in', 'answers 500 when the database fails'],
    },
  },
  {
    method: 'post',
    path: '/auth/2fa/setup',
    statuses: { ...bearer, 200: ['two-factor', 'gives a provisioning URI'] },
  },
  {
    method: 'post',
    path: '/auth/2fa/verify',
    statuses: {
      ...bearer,
      200: ['two-factor', 'gives a provisioning URI'],
      400: ['two-factor', 'answers 400 without a setup'],
    },
  },
  {
    method: 'post',
    path: '/auth/2fa/disable',
    statuses: {
      ...bearer,
      200: ['two-factor', 'is turned off by the current password alone'],
      400: ['two-factor', 'is turned off by the current password alone'],
      401: ['two-factor', 'is turned off by the current password alone'],
    },
  },
  {
    method: 'get',
    path: '/auth/2fa/status',
    statuses: {
      ...bearer,
      200: ['two-factor', 'is not enabled by setup alone: login requires no code'],
    },
  },
  {
    method: 'post',
    path: '/auth/forgot-password',
    statuses: {
      200: [
        'password',
        'answers 200 for known and unknown addresses, and mails only the known one',
      ],
      400: ['password', 'answers 400 to a malformed email address'],
    },
  },
  {
    method: 'post',
    path: '/auth/logout',
    statuses: { 200: ['sessions', 'end one by one with logout'], 401: NO_TOKEN },
  },
  {
    method: 'post',
    path: '/auth/logout-all',
    statuses: { ...bearer, 200: ['sessions', 'all end with logout-all'] },
  },
  {
    method: 'get',
    path: '/auth/me',
    statuses: {
      200: ['sign-in', 'gives tokens for the right password'],
      401: ['sessions', 'answers 401 without a token and 404'],
      404: ['sessions', 'answers 401 without a token and 404'],
    },
  },
  {
    method: 'post',
    path: '/auth/passkey/authenticate/begin',
    statuses: {
      200: ['passkeys', 'issues tokens without an email address and without a second factor'],
      400: ['passkeys', 'answers 400 to a missing session id'],
      // A 401 is never sent, since it would reveal whether an account exists.
      401: ['passkeys', 'answers alike for an unknown address'],
      500: ['sign-in', 'answers 500 when the database fails'],
    },
  },
  {
    method: 'post',
    path: '/auth/passkey/authenticate/finish',
    statuses: {
      200: ['passkeys', 'issues tokens without an email address and without a second factor'],
    },
  },
];
