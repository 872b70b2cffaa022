// The supported scopes (spec 2.4). The claims of each scope: grants/claims.ts.

export const SCOPES = ['openid', 'profile', 'email', 'age_verification', 'connections'] as const;
