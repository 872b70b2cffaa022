// A receipt's statement in wire format (D-85). Wire names usually belong to routes. This file
// contains them because a receipt, like a result, is signed exactly as it is sent.
import { toTimestamp } from '../../time/timestamp.ts';
import { presentPolicy } from './present-result.ts';
import type { ReceiptFacts } from './rules/session/receipt.ts';

export type ReceiptStatement = ReturnType<typeof presentReceipt>;

/**
 * @param named.issuer the public origin of the service
 * @param named.session SHA-256 of the result token, base64url
 */
export function presentReceipt(facts: ReceiptFacts, named: { issuer: string; session: string }) {
  return {
    iss: named.issuer,
    session: named.session,
    ...(facts.test && { test: true as const }),
    ...(facts.residency !== undefined && { residency: facts.residency }),
    status: facts.status,
    decided_at: toTimestamp(facts.decidedAtMs),
    ...(facts.overturned === true && { overturned: true as const }),
    policy: facts.policy,
    ...(facts.law !== undefined && { law: presentPolicy(facts.law) }),
    received: facts.received.map((one) => ({
      step: one.step,
      pictures: one.count,
      uploads: one.uploads,
      hashes: one.hashes,
      received_at: toTimestamp(one.receivedAtMs),
      dropped_at: toTimestamp(one.droppedAtMs),
    })),
    ...(facts.kept.length > 0 && {
      kept: facts.kept.map((one) => ({
        pictures: one.hashes.length,
        hashes: one.hashes,
        since: toTimestamp(one.sinceMs),
        until: toTimestamp(one.untilMs),
        dropped_at: toTimestamp(one.droppedAtMs),
      })),
    }),
    ...(facts.faceUntilMs !== undefined && {
      face_kept: { until: toTimestamp(facts.faceUntilMs) },
    }),
    models: facts.models,
  };
}
