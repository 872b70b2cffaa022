export * from './api-keys.ts';
export * from './funnel-events.ts';
export * from './signing-keys.ts';
export * from './tenants.ts';
export * from './verification-sessions.ts';
