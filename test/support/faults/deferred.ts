// All work that is deferred until after a response, and what happens if the work fails or is cut
// off. test/contract/deferred.test.ts keeps the list complete. Paths are relative to src/domain.
// The number after `#` is the position of the `defer` call within the file, starting at 1.

const ASK_AGAIN = 'no mail comes; a person who waits for it asks again, which the page offers';

export const DEFERRED: Readonly<Record<string, string>> = {
  'verification/browser-session.ts#1': 'wakes the face Worker up; the first picture does so, too',
  'platform/credentials/password-reset.ts#1': ASK_AGAIN,
  'platform/age-passes/sign-passes.ts#1':
    'a figure; passes of a key that seems smaller wait longer',
  'platform/age-passes/spend-pass.ts#1': 'a figure for operators',
  'platform/request-log/note-request.ts#1': 'lines of the request log, which may have gaps',
  'platform/audit/record.ts#1': 'linkEntries, by the next entry and the schedule',
  'platform/mail/queue-mail.ts#1': 'sweepMails, from the rows of mails',
  'customers/team-membership/register-customer.ts#1': ASK_AGAIN,
  'customers/provisioning/tokens.ts#1': 'the next use of the token notes its time',
  'customers/tenants/api-keys.ts#1': 'the next use of the key notes its time',
  'customers/tenants/keep-sessions.ts#1':
    'retryPendingWork, from the row that was written with the change',
  'customers/staff-authentication/complete-sign-in.ts#1':
    'tried twice; the count of guesses, which stops them, is written before the answer',
  'customers/staff-authentication/break-glass.ts#1':
    'the audit entry is written with the session; the mail repeats it',
  'customers/provider-sign-in/finish.ts#1':
    'tried twice; nobody was let in, and the browser learned why',
  'customers/staff-authentication/verify-email.ts#1': ASK_AGAIN,
  'signing-in/account-lifecycle/sign-up.ts#1': ASK_AGAIN,
  'signing-in/sessions/sign-in.ts#1': 'the next request notes its time',
  'signing-in/authentication/sign-in-with-password.ts#1':
    'the count of guesses, which locks, is written before the answer; history and notice follow with the next guess',
  'signing-in/authentication/sign-in-with-password.ts#2': 'the next sign-in renews the hash',
  'signing-in/email-changes/email-change.ts#1': ASK_AGAIN,
  'integration/face-2fa/begin-challenge.ts#1':
    'a repeat of the request measures; without one expireFaceChallenges ends it and sends the event',
  'integration/face-2fa/users.ts#1': 'a check that was not reached finds no challenge at its end',
  'integration/face-blocking/block-face.ts#1': 'other isolates forget the key within 30 seconds',
  'terms/memory.ts#1': 'the next read, once the value is no longer fresh',
};
