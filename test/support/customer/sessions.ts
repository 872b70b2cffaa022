import { env } from 'cloudflare:workers';
import type { NewSession } from '../../../src/domain/verification/rules/session/session.ts';
import type { VerificationSession } from '../../../src/objects/session/verification-session.ts';

const MINUTE_MS = 60_000;

export const BROWSER = 'b'.repeat(64);
export const INIT = 'i'.repeat(64);
export const RESULT = 'r'.repeat(64);

type Overrides = Partial<Omit<NewSession, 'request' | 'tenant'>> & {
  request?: Partial<NewSession['request']>;
  tenant?: Partial<NewSession['tenant']>;
};

export function newSession({ request, tenant, ...rest }: Overrides = {}): NewSession {
  const nowMs = Date.now();
  return {
    test: false,
    tenant: { id: 'ten_1', name: 'Cellar Door', ageMarginYears: 7, retentionDays: 30, ...tenant },
    request: {
      callbackUrl: 'https://shop.example/return',
      gate: 18,
      purpose: 'age_verification',
      mode: 'auto',
      difficulty: 'easy',
      theme: 'system',
      locale: 'en',
      ...request,
    },
    asked: { mode: 'auto' },
    offer: { measured: 'device', serviceMarginYears: 0 },
    chain: {},
    secrets: { initHash: INIT, resultHash: RESULT },
    visitor: {},
    times: {
      createdAtMs: nowMs,
      initExpiresAtMs: nowMs + 10 * MINUTE_MS,
      expiresAtMs: nowMs + 15 * MINUTE_MS,
    },
    ...rest,
  };
}

export type SessionStub = DurableObjectStub<VerificationSession>;

/** Creates a session object whose link has not been opened yet. */
export async function createSession(overrides: Overrides = {}): Promise<SessionStub> {
  const stub = env.VERIFICATION_SESSION.get(env.VERIFICATION_SESSION.newUniqueId());
  await stub.createSession(newSession(overrides));
  return stub;
}

/** Creates a session and opens it in the browser BROWSER. */
export async function openSession(overrides: Overrides = {}): Promise<SessionStub> {
  const stub = await createSession(overrides);
  await stub.openLink({ initHash: INIT, newHash: BROWSER });
  return stub;
}
