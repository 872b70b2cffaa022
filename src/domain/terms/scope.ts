// The supported scopes (spec 2.4, D-61). openid/grants/claims.ts defines the claims of each scope.

/** OIDC Core 11: with this scope, a grant outlives the sign-in that it came from. */
export const OFFLINE_ACCESS = 'offline_access';

export const SCOPES = [
  'openid',
  'profile',
  'email',
  'age_verification',
  'connections',
  OFFLINE_ACCESS,
] as const;
