// Every use case that writes in more than one place, with the evidence that it is never left half
// done. A test keeps the table complete (test/contract/faults.test.ts). Paths are relative to
// src/domain.

/**
 * Functions whose interrupted writes are completed later, usually from stored rows, or whose writes
 * do not affect data elsewhere. A call to one of them does not count as writing in another place.
 */
export const HEALED_BY_THEMSELVES: Readonly<Record<string, string>> = {
  'platform/audit/record.ts#linkEntries': 'the next entry and the schedule add missing links',
  'openid/grants/connections.ts#endGrants':
    'endRevokedGrants, from rows that are revoked and not ended',
  'openid/logout/announce.ts#queueNotices': 'sweepLogouts, from the rows of notices',
  'platform/ledgers/volumes.ts#writeToLedger':
    'the next write finds the volume full again and opens the next one',
  'platform/mail/queue-mail.ts#announceMail': 'sweepMails, from the rows of mails',
  'integration/webhooks/queue-deliveries.ts#queueDeliveries':
    'the alarm of the ledger, from deliveries that are due',
  'platform/signing-keys/make-key.ts#addKey':
    'who needs a key makes it; a second one at once is refused',
  'customers/staff-authentication/break-glass.ts#mailOthers':
    'the audit entry is written with the session; the mail repeats it',
  'terms/password-guesses.ts#clearPasswordGuesses': 'a count of guesses ends by itself',
};

/** Use cases that run under faults in test/faults, each with the title of its test. */
export const RUN_UNDER_FAULTS: Readonly<Record<string, string>> = {
  'operations/account-directory/actions.ts#deleteAccount': 'removeAccount',
  'signing-in/account-lifecycle/confirm-email.ts#confirmEmail': 'confirmEmail',
  'operations/account-removal/remove-account.ts#removeDueAccounts': 'removeAccount',
  'signing-in/account-lifecycle/reset-password.ts#resetPassword': 'resetPassword',
  'signing-in/age-sharing/share-age.ts#keepVerifiedAge':
    'an age is kept in the account, or can still be kept',
  'signing-in/authentication/enrol-face.ts#finishEnrolment':
    'is enrolled with its device and its notice, or another check can be started',
  'signing-in/authentication/show-face.ts#finishShowingFace':
    'is recorded as shown with its use, or another check can be started',
  'signing-in/authentication/sign-in-by-face.ts#finishFaceSignIn':
    'signs in with history, device and notice, or another check can be started',
  'signing-in/authentication/sign-in-with-passkey.ts#finishPasskeySignIn': 'finishPasskeySignIn',
  'signing-in/authentication/sign-in-with-password.ts#signInWithPassword': 'signInWithPassword',
  'signing-in/authorization/consent-request.ts#approveConsent':
    'even again after an error, has the consent recorded and a code for the site',
  'integration/face-2fa/settle-session.ts#settleFaceSession':
    'the end of a live check is written and sent, or can be repeated',
  'integration/face-2fa/begin-challenge.ts#beginChallenge':
    'a face is enrolled and its end is sent, or it expires and that end is sent',
  'integration/face-blocking/block-face.ts#blockImage':
    'a face is blocked with an audit entry, or not at all',
  'integration/session-copies/erase-session.ts#eraseSession':
    'a check is erased from every copy, or from none',
  'integration/webhooks/consume-events.ts#receiveSessionEvents':
    'an event of a session is in the feed and the list, and sent once, whatever fails',
  'integration/webhooks/deliveries.ts#replayDelivery':
    'a delivery is replayed with its audit entry, or not at all',
  'integration/webhooks/deliveries.ts#replayFailed':
    'a delivery is replayed with its audit entry, or not at all',
  'integration/webhooks/resend-event.ts#resendEvent':
    'a delivery is replayed with its audit entry, or not at all',
  'integration/webhooks/deliveries.ts#testEndpoint':
    'a test event is sent with its audit entry, or not at all',
  'integration/webhooks/send-test-event.ts#sendTestEvent':
    'a test event is sent with its audit entry, or not at all',
  'integration/webhooks/send-test-event.ts#sendTestEventToAll':
    'a test event is sent with its audit entry, or not at all',
  'integration/webhooks/manage-endpoints.ts#updateEndpoint':
    'an endpoint is enabled again and gets what it has missed, or neither',
  'integration/webhooks/manage-endpoints.ts#deleteEndpoint':
    'an endpoint is deleted with its deliveries, or not at all',
  'customers/tenants/settings.ts#changeSettings':
    'a shorter history is set and its ledgers keep sessions for as long, or neither',
  'customers/tenant-administration/change-tenant.ts#changeTenant':
    'a shorter history is set and its ledgers keep sessions for as long, or neither',
  'customers/staff-authentication/reset-password.ts#resetStaffPassword': 'resetStaffPassword',
  'verification/reveal-pictures.ts#revealPictures':
    'a verdict that queries the block list is written with its kept face, or the session expires',
  'verification/reviews.ts#decideReview':
    'a review is decided, its event sent and its pictures deleted, or none of these',
  'verification/retake-session.ts#retakeSession':
    'a session is retaken and its successor exists, or neither',
  'customers/staff-authentication/second-factor.ts#answerChallenge': 'answerChallenge',
  'customers/staff-authentication/sign-in-with-password.ts#signInStaffWithPassword':
    'signInStaffWithPassword',
  'customers/staff-authentication/verify-email.ts#disownSignUp': 'disownSignUp',
  'customers/staff-authentication/verify-email.ts#verifyStaffEmail': 'verifyStaffEmail',
};

const ASK_AGAIN = 'a link that is in no mail opens for nobody; the next request replaces it';

/** Use cases in which every intermediate state is acceptable, and why. */
export const MAY_STOP_IN_BETWEEN: Readonly<Record<string, string>> = {
  'verification/prove-by-wallet.ts#answerWallet':
    'the list is noted first: for an answer that was not concluded it is fetched for nothing',
  'verification/prove-by-wallet.ts#receiveWalletResponse': 'as answerWallet',
  'platform/ledgers/shorten-request-logs.ts#shortenRequestLogs':
    'a volume that was told and not noted is told again by the next run',
  'platform/wallet-status/fetch-lists.ts#fetchStatusLists':
    'each list is a row by itself, and one that was not written is due at the next run',
  'customers/provider-sign-in/finish.ts#finishSingleSignOn':
    'what the browser began is used up first; a member who was made and not signed in is let in the next time',
  'customers/provider-sign-in/provider-logout.ts#endSessionsByLogoutToken':
    'the token is good again when the sessions could not be ended, and else ends none a second time',
  'customers/single-sign-on/domains.ts#recheckDomains':
    'each domain is a row by itself, and one that was not written is due at the next run',
  'signing-in/account-lifecycle/reset-password.ts#requestPasswordReset': ASK_AGAIN,
  'signing-in/account-lifecycle/sign-up.ts#signUpWithPassword': ASK_AGAIN,
  'signing-in/email-changes/email-change.ts#requestEmailChange': ASK_AGAIN,
  'signing-in/authorization/device-request.ts#beginDeviceRequest':
    'a code without its grant is no device’s, and a grant without its code waits for nobody; both expire',
  'signing-in/authentication/trust-device.ts#askToTrust':
    'a code that is in no mail is right for nobody; the next request replaces it',
  'signing-in/authentication/sign-in-by-face.ts#beginFaceSignIn':
    'the session comes first: one that was not counted signs nobody in, and expires',
  'customers/staff-authentication/reset-password.ts#requestStaffReset': ASK_AGAIN,
  'customers/staff-authentication/verify-email.ts#sendEmailLink': ASK_AGAIN,
  'customers/staff-authentication/unproven-customers.ts#endUnprovenCustomers':
    'the sweep itself: one batch ends customers, and what it did not remove it finds again',
  'customers/team-membership/invitations.ts#inviteToTeam':
    'an invitation without a mail is listed, and can be sent again',
  'customers/provisioning/users.ts#createUser':
    'member, entry and invitation are one batch; a mail that is lost is sent again by an owner, as inviteToTeam',
  'customers/provisioning/users.ts#changeUser':
    'the change comes first; a directory that says again that the member is active invites them',
  'signing-in/authentication/register-passkey.ts#finishPasskeySignUp':
    'account and passkey are one batch; its owner signs in with that passkey',
  'customers/staff/sessions.ts#refreshStaffSession': 'one write: it rotates, or it revokes',
  'customers/tenant-administration/create-tenant.ts#createTenant':
    'customer, entry and invitation are one batch; an invitation whose mail is lost is sent again by inviteFirstOwner',
  'customers/tenant-administration/create-tenant.ts#inviteFirstOwner':
    'as inviteToTeam: the next one replaces it',
  'customers/team-membership/invitations.ts#acceptInvitation':
    'the member is made in one batch, and signs in with the password',
  'customers/admins/operator-link.ts#acceptOperatorLink':
    'link and password are one batch; a repeat signs in with the password',
  'customers/team-membership/register-customer.ts#registerCustomer':
    'customer and owner are one batch; the owner signs in with the password, and can ask for the mail again',
  'signing-in/authorization/authorize.ts#authorize':
    'row and code are written at once: neither gives anybody anything without the answer, and the consent it records was given',
  'signing-in/authorization/fedcm-request.ts#answerFedcm': 'as authorize',
  'openid/grants/introspect.ts#revokeToken': 'one write, to the object',
  'signing-in/age-sharing/withdraw-ages.ts#revokeAge': 'as revokeAges',
  'signing-in/age-sharing/withdraw-ages.ts#revokeAges':
    'withdrawal and what is due to sites are one batch; the schedule notifies what was not',
  'openid/logout/deliver.ts#deliverLogouts':
    'the row stays until the site has it: a message that ends before is tried again, or the sweep queues one',
  'openid/grants/connections.ts#endRevokedGrants':
    'the sweep itself: what it did not mark it does again',
  'integration/face-2fa/begin-session.ts#beginFaceSession':
    'a check without a challenge expires, its link unknown; a repeat with the key completes it',
  'integration/face-2fa/users.ts#eraseFace':
    'template and challenges are one batch; a check that was not reached finds no challenge at its end',
  'integration/face-2fa/users.ts#eraseFaceAsStaff': 'as eraseFace',
  'signing-in/age-sharing/age-check.ts#beginAgeCheck': 'a session that nobody was sent to expires',
  'verification/backend-session.ts#createSession':
    'the claim comes first; a repeat creates the session it names',
  'integration/test-sessions/begin-test-session.ts#beginTestSession':
    'the entry comes first: one whose session was not made harms nobody, and the next try makes another',
  'integration/session-acts/retake-as-member.ts#retakeAsMember':
    'the entry comes first: one whose session was not made harms nobody; what follows is retakeSession',
  'integration/session-acts/erase-as-member.ts#eraseAsMember':
    'the entry comes first: one whose session was not erased harms nobody; what follows is eraseSession',
  'verification/submit-document.ts#submitDocument':
    'what was taken and not judged is sent again with the same name, or another one after half a minute',
  'verification/reviews.ts#openReview':
    'links that were made and not shown end within a minute; what is not in the log shows nothing',
  'verification/reviews.ts#openPicture':
    'a link is used up, and reading the review makes another; what is not in the log shows nothing',
  'verification/handoff.ts#offerHandoff': 'the next offer replaces one whose link was not shown',
  'platform/mail/send-mail.ts#sendMails': 'a mail goes out twice rather than never',
  'integration/session-copies/reconcile-sessions.ts#reconcileSessions':
    'the sweep itself: rows that are not whole are asked again',
  'integration/webhooks/consume-events.ts#receiveDeadEvents':
    'as receiveSessionEvents; a letter that is not noted is tried again',
  'integration/webhooks/deliver.ts#deliverWebhooks':
    'what an attempt says of its endpoint is noted first: one that is not recorded is made again',
  'integration/webhooks/ledger-work.ts#retryPendingWork':
    'the sweep itself: the row stays until its work is done, and doing it twice is harmless',
  'integration/moved-sessions/move-sessions.ts#moveSessions':
    'rows are deleted once a ledger has them, and a repeat writes them to the same volume',
  'operations/analytics/move-outcomes.ts#moveOutcomes':
    'a part is deleted once a ledger has it, and is counted once by its number',
  'platform/audit/move-entries.ts#moveAuditEntries':
    'an entry is deleted once a ledger has it, and is listed once by its number',
  'integration/webhooks/move-events.ts#moveEvents':
    'rows are deleted once a ledger has them, and it takes them over once',
  'integration/webhooks/own-receiver.ts#forgetOwnReceivers':
    'removal and work are one batch, and retryPendingWork does what was not done',
  'integration/face-2fa/expire-challenges.ts#expireFaceChallenges':
    'expiry and the work of recording its event are one batch, and retryPendingWork does what was not done',
  'platform/signing-keys/key-ring.ts#rotateKeys': 'each day does what is still to be done',
  'verification/answer-by-pass.ts#answerByPass':
    'a pass that was spent for a check passes it when it is shown again: run under faults in test/faults/passes.test.ts',
  'verification/give-passes.ts#givePassesToWindow': 'as givePasses',
  'verification/give-passes.ts#givePasses':
    'one write, to the session; a page that lost the answer asks again: run under faults in test/faults/passes.test.ts',
  'verification/answer-by-key.ts#answerByKey':
    'a use that was counted is counted once, and the same answer passes its check: run under faults in test/faults/keys.test.ts',
  'verification/keep-key.ts#makeAgeKey':
    'a key that its session has noted is kept when the same answer comes again: run under faults in test/faults/keys.test.ts',
  'verification/keep-key.ts#forgetAgeKey':
    'the session notes that it was shown, and one write removes the row: run under faults in test/faults/keys.test.ts',
  'platform/age-passes/pass-keys.ts#keepPassKeys': 'each day does what is still to be done',
  'platform/age-passes/redeem-pass.ts#redeemForSite':
    'one write, to the object; a repeat with the key of the first is answered as the first',
  'platform/audit/heads.ts#signAuditHead':
    'the entry comes first; the next day signs what was not, and names the same directory',
};
