export * from './api-keys.ts';
export * from './tenants.ts';
export * from './verification-sessions.ts';
