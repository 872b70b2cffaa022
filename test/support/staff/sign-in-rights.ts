/**
 * The permissions that the sign-in routes require in both staff APIs: `open` means that no token is
 * needed, and `own` means that any signed-in role may call the route.
 */
export const SIGN_IN_RIGHTS: Record<string, 'own' | 'open'> = {
  'POST /auth/login': 'open',
  'POST /auth/2fa/challenge': 'open',
  'POST /auth/refresh': 'open',
  'POST /auth/forgot-password': 'open',
  'POST /auth/reset-password': 'open',
  'GET /auth/reset-page': 'open',
  'POST /auth/reset-page': 'open',
  'POST /auth/2fa/setup': 'own',
  'POST /auth/2fa/verify': 'own',
  'POST /auth/2fa/disable': 'own',
  'POST /auth/2fa/recovery-codes': 'own',
  'GET /auth/2fa/status': 'own',
  'POST /auth/change-password': 'own',
  'POST /auth/passkey/authenticate/begin': 'open',
  'POST /auth/passkey/authenticate/finish': 'open',
  'POST /auth/passkey/register/begin': 'own',
  'POST /auth/passkey/register/finish': 'own',
  'GET /auth/passkeys': 'own',
  'PATCH /auth/passkeys/{id}': 'own',
  'DELETE /auth/passkeys/{id}': 'own',
  'GET /auth/me': 'own',
  'GET /auth/sessions': 'own',
  'DELETE /auth/sessions/{id}': 'own',
  'POST /auth/logout': 'own',
  'POST /auth/logout-all': 'own',
};
