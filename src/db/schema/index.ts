export * from './api-keys.ts';
export * from './funnel-events.ts';
export * from './tenants.ts';
export * from './verification-sessions.ts';
