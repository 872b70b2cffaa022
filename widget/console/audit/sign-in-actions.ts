// Audit actions that concern the actor's own sign-in, in either console.

export const SIGN_IN_ACTIONS = [
  'auth.login',
  'auth.login_failed',
  'auth.logout',
  'auth.logout_all',
  'auth.2fa_enable',
  'auth.2fa_disable',
  'auth.recovery_codes_renew',
  'auth.passkey_add',
  'auth.passkey_rename',
  'auth.passkey_remove',
  'auth.password_change',
  'auth.password_reset',
] as const;
