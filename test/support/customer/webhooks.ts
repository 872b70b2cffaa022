// A tenant's webhook endpoints, and the events that sessions record for them.
import { env } from 'cloudflare:workers';
import type { Context } from '../../../src/context.ts';
import type { TenantActor } from '../../../src/domain/platform/audit/record.ts';
import type {
  SessionEvent,
  VerificationResult,
} from '../../../src/domain/verification/rules/session/result.ts';
import { EVENT_TYPES } from '../../../src/domain/integration/webhooks/event-types.ts';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';
import {
  registerEndpoint,
  type EndpointInput,
} from '../../../src/domain/integration/webhooks/manage-endpoints.ts';
import { verifyEndpoint } from '../../../src/domain/integration/webhooks/verify-endpoint.ts';

/** A tenant's developer, as the actor in audit entries. */
export const staffOf = (tenantId: string): TenantActor => ({
  audience: 'dashboard',
  tenantId,
  staffId: 7,
});

/** Registers an endpoint and responds to its challenge. */
export async function registerAt(
  ctx: Context,
  tenantId: string,
  url: string,
  input: Partial<EndpointInput> = {},
) {
  const by = staffOf(tenantId);
  const asked = { url, eventTypes: [...EVENT_TYPES], ...input };
  const { endpoint, secret } = await registerEndpoint(ctx, by, asked);
  return { endpoint: await verifyEndpoint(ctx, by, endpoint.id), secret };
}

/** Registers an endpoint that no request can reach. */
export async function registerUnreachable(ctx: Context, tenantId: string, url: string) {
  const asked = { url, eventTypes: [...EVENT_TYPES] };
  const { endpoint, secret } = await registerEndpoint(ctx, staffOf(tenantId), asked);
  await takeAsVerified(endpoint.id);
  return { endpoint: { ...endpoint, state: 'enabled' as const }, secret };
}

/** Marks an endpoint as verified even though no request can reach it. */
export const takeAsVerified = (id: string) =>
  env.DB.prepare("UPDATE webhook_endpoints SET state = 'enabled' WHERE id = ?").bind(id).run();

export const newSessionId = (): string => env.VERIFICATION_SESSION.newUniqueId().toString();

/**
 * Records the end of a session.
 * @returns the session's id
 */
export async function endSession(
  ctx: Context,
  tenantId: string,
  sessionId = newSessionId(),
  version = 2,
): Promise<string> {
  await consumeSessionEvents(ctx, [completedEvent(tenantId, sessionId, version)]);
  return sessionId;
}

/** The `completed` event of a successful session. */
export function completedEvent(tenantId: string, sessionId: string, version: number): SessionEvent {
  const status = 'success';
  const skipped = { performed: false, passed: false };
  const atMs = Date.now();
  const result: VerificationResult = {
    status,
    verified: true,
    externalUserId: `user-${version}`,
    ipCountry: 'NL',
    checks: {
      liveness: skipped,
      age: { ...skipped, gate: 18 },
      document: skipped,
      faceMatch: skipped,
      euWallet: skipped,
      aml: skipped,
    },
    createdAtMs: atMs,
    completedAtMs: atMs,
    expiresAtMs: atMs + 900_000,
    test: false,
  };
  return {
    type: 'completed',
    funnel: [],
    result,
    row: {
      id: sessionId,
      tenantId,
      test: false,
      version,
      resultHash: 'r'.repeat(64),
      status,
      reason: null,
      measured: 'device',
      risk: 'medium',
      previousId: null,
      previousHash: null,
      countedBefore: false,
      contested: false,
      purpose: 'age_verification',
      verificationMode: 'auto',
      verificationType: 'age_check',
      gate: 18,
      externalUserId: `user-${version}`,
      metadata: null,
      ipCountry: 'NL',
      createdAtMs: atMs,
      completedAtMs: atMs,
      expiresAtMs: atMs + 900_000,
      erasedAtMs: null,
    },
  };
}
