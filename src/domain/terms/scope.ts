// The scopes there are (spec 2.4). What each one shares: grants/claims.ts.

export const SCOPES = ['openid', 'profile', 'email', 'age_verification', 'connections'] as const;

export type Scope = (typeof SCOPES)[number];
