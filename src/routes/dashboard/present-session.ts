// Maps sessions to wire fields and CSV lines.
import type { z } from '@hono/zod-openapi';
import type { ListedSession } from '../../domain/verification/session-list/list-sessions.ts';
import type { SessionFile as File } from '../../domain/integration/webhooks/read-session-file.ts';
import { presentChecks, presentPolicy } from '../../domain/verification/present-result.ts';
import type { SessionDelivery } from '../../domain/integration/webhooks/session-delivery.ts';
import { csvLine } from '../../http/csv.ts';
import { presentListed } from '../../http/contracts/session.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import type { SessionFile } from './session-schemas.ts';

type Wire = z.infer<typeof SessionFile>;
type Entry = Wire['timeline'][number] extends infer E
  ? E extends E
    ? Omit<E, 'at'>
    : never
  : never;
type Moment = Entry & { atMs: number };

export function presentFile({ session, result, retake, page, funnel, deliveries }: File): Wire {
  const visitor = funnel.map(({ name, step, notice, atMs }): Moment => ({
    type: 'visitor',
    atMs,
    name,
    ...(step !== undefined && { step }),
    ...(notice !== undefined && { notice }),
  }));
  const { created_at_ms: created, completed_at_ms: ended, erased_at_ms: erased } = session;
  // The sort is stable, so entries with equal times keep this order.
  const moments: Moment[] = [
    { type: 'created', atMs: created },
    ...visitor,
    ...(ended === null ? [] : [{ type: 'ended' as const, atMs: ended, status: endOf(session) }]),
    ...deliveries.flatMap(attemptsOf),
    ...(erased === null ? [] : [{ type: 'erased' as const, atMs: erased }]),
  ];
  return {
    ...presentListed(session),
    ...(session.metadata !== null && { metadata: session.metadata }),
    ...(result !== undefined && { checks: presentChecks(result.checks) }),
    ...(result?.risk !== undefined && { risk: { band: result.risk } }),
    ...(result?.handedOver === true && { handed_over: true as const }),
    ...(result?.reviewed === true && { reviewed: true as const }),
    ...(result?.overturned === true && { overturned: true as const }),
    ...(result?.policy !== undefined && { policy: presentPolicy(result.policy) }),
    ...(result?.receiptUrl !== undefined && { receipt: result.receiptUrl }),
    ...(retake !== undefined && { retake }),
    ...(page && {
      page: {
        site: page.site,
        ...(page.contact !== undefined && { contact: page.contact }),
        asks_for_document: page.asksForDocument,
        ...(page.documentNeed !== undefined && { document_need: page.documentNeed }),
      },
    }),
    timeline: moments
      .toSorted((a, b) => a.atMs - b.atMs)
      .map(({ atMs, ...entry }) => ({ ...entry, at: toTimestamp(atMs) })) as Wire['timeline'],
    deliveries: deliveries.map((one) => ({
      id: one.id,
      endpoint_id: one.endpointId,
      event_id: one.eventId,
      event_type: one.eventType,
      state: one.state,
      attempts: one.attempts.length,
    })),
  };
}

/**
 * Returns the status with which the session ended. A retaken session had failed or expired before
 * the retake. If it has a verification type, it had failed, because only a verdict sets the type.
 */
const endOf = ({ status, verification_type: type }: File['session']): string =>
  status !== 'retaken' ? status : type === null ? 'expired' : 'failed';

const attemptsOf = ({ id, endpointId, attempts }: SessionDelivery): Moment[] =>
  attempts.map(({ number, atMs, durationMs, status, failure }) => ({
    type: 'webhook',
    atMs,
    delivery_id: id,
    endpoint_id: endpointId,
    attempt: number,
    duration_ms: durationMs,
    ...(status !== undefined && { http_status: status }),
    ...(failure !== undefined && { failure }),
  }));

const COLUMNS = [
  'token',
  'status',
  'verified',
  'reason',
  'verification_type',
  'purpose',
  'verification_mode',
  'gate',
  'external_user_id',
  'metadata',
  'ip_country',
  'created_at',
  'completed_at',
  'expires_at',
  'erased_at',
  'test',
  'measured',
  'previous',
  'contested',
] as const;

export const CSV_HEAD = csvLine(COLUMNS);

/** Formats a CSV line with the columns of CSV_HEAD. */
export function presentLine(session: ListedSession): string {
  const fields = { ...presentListed(session), metadata: session.metadata ?? undefined };
  return csvLine(COLUMNS.map((name) => fields[name]));
}
