// The limits on guessing and on other actions that can be abused (D-51), with their defaults.
import { DAY_MS } from '../time/durations.ts';
import { readLimit, type Vars } from './setting-readers.ts';

/**
 * @param vars the Worker's vars and secrets; a `LIMIT_…` setting, such as `100/60`, overrides both
 *   the count and the window of a limit
 * @throws ConfigError for a malformed setting
 */
export const readGuessLimits = (vars: Vars) => ({
  // Failed authentications with API keys. Keys have 256 random bits and cannot be guessed, so this
  // limit protects the database, not the keys.
  apiKey: readLimit(vars, 'LIMIT_API_KEY_FAILURES', 'api-key', 100, 60),
  clientSecret: readLimit(vars, 'LIMIT_CLIENT_FAILURES', 'client-secret', 20, 60),
  redeem: readLimit(vars, 'LIMIT_REDEEM_FAILURES', 'redeem', 30, 60),
  // User codes are short enough to type, so few guesses are allowed per address (RFC 8628 5.1).
  userCode: readLimit(vars, 'LIMIT_USER_CODES', 'user-code', 5, 10 * 60),
  // Wrong passwords: per account and network, per account, and per network (D-62, D-51).
  signIn: readLimit(vars, 'LIMIT_SIGN_IN_FAILURES', 'sign-in', 10, 15 * 60),
  signInAccount: readLimit(vars, 'LIMIT_SIGN_IN_ACCOUNT', 'sign-in-account', 100, 15 * 60),
  signInAddress: readLimit(vars, 'LIMIT_SIGN_IN_ADDRESS', 'sign-in-address', 30, 15 * 60),
  // Emails that anyone can trigger: per recipient and per IP address (D-51).
  mailRecipient: readLimit(vars, 'LIMIT_MAIL_RECIPIENT', 'mail-recipient', 5, 60 * 60),
  resetAddress: readLimit(vars, 'LIMIT_RESET_ADDRESS', 'reset-address', 5, 60 * 60),
  // Sessions of a customer without a confirmed email address, per day (D-64).
  unprovenSessions: readLimit(vars, 'LIMIT_UNPROVEN_SESSIONS', 'unproven-sessions', 100, 86_400),
  // Requests to hosts that a customer specifies: per customer, and challenges also per host (D-65).
  webhookChallenge: readLimit(vars, 'LIMIT_WEBHOOK_CHALLENGES', 'webhook-challenge', 30, 3600),
  webhookChallengeHost: readLimit(vars, 'LIMIT_WEBHOOK_HOST', 'webhook-host', 30, 3600),
  webhookTest: readLimit(vars, 'LIMIT_WEBHOOK_TESTS', 'webhook-test', 60, 3600),
  // Invitations contain text that a customer writes, so they have their own limits, per day (D-72).
  invitationTenant: readLimit(vars, 'LIMIT_INVITES_TENANT', 'invitation-tenant', 50, 86_400),
  invitationRecipient: readLimit(
    vars,
    'LIMIT_INVITES_RECIPIENT',
    'invitation-recipient',
    5,
    86_400,
  ),
  signUpAddress: readLimit(vars, 'LIMIT_SIGN_UP_ADDRESS', 'sign-up-address', 30, 60 * 60),
  // Uploaded face pictures, per customer and mode (D-15); face checks of an account's owner
  // (D-104).
  face2fa: readLimit(vars, 'LIMIT_FACE_2FA', 'face-2fa', 60, 60),
  faceShown: readLimit(vars, 'LIMIT_FACE_SHOWN', 'face-shown', 5, 60 * 60),
  // Checks passed with the age stored in an account, in total and per site (D-55).
  ageReuse: readLimit(vars, 'LIMIT_AGE_REUSE', 'age-reuse', 6, DAY_MS / 1000),
  ageReuseSite: readLimit(vars, 'LIMIT_AGE_REUSE_SITE', 'age-reuse-site', 3, DAY_MS / 1000),
  // Limits for staff: on wrong passwords, as for accounts; on codes during authenticator setup; and
  // on password resets.
  staffSignIn: readLimit(vars, 'LIMIT_STAFF_SIGN_IN', 'staff-sign-in', 10, 900),
  staffAccount: readLimit(vars, 'LIMIT_STAFF_ACCOUNT', 'staff-account', 100, 900),
  staffAddress: readLimit(vars, 'LIMIT_STAFF_ADDRESS', 'staff-address', 30, 900),
  staffCode: readLimit(vars, 'LIMIT_STAFF_CODES', 'staff-code', 5, 900),
  staffReset: readLimit(vars, 'LIMIT_STAFF_RESET', 'staff-reset', 5, 3600),
});

export type GuessLimits = ReturnType<typeof readGuessLimits>;
