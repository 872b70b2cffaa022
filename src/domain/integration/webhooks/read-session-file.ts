// Use case for a customer's staff: reads one session of either mode, even after its personal data
// has been erased.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { readSessionDeliveries } from './session-deliveries.ts';
import type { SessionDelivery } from './session-delivery.ts';
import type { ListedSession } from '../../verification/session-list/list-sessions.ts';
import { tokensOfRow } from '../../verification/tokens.ts';
import { findSession } from '../../verification/session-list/find-session.ts';
import { nameResult } from '../../verification/name-result.ts';
import type { NamedResult } from '../../verification/present-result.ts';
import type { FunnelEvent } from '../../verification/rules/session/funnel.ts';
import {
  asksForDocument,
  documentNeed,
  type DocumentNeed,
} from '../../verification/rules/session/machine.ts';
import { resultOf, toSessionEvent } from '../../verification/rules/session/result.ts';
import { whyNotRetaken, type RetakeRefusal } from '../../verification/rules/retake/retake.ts';
import type { SessionRecord } from '../../verification/rules/session/session.ts';
import { columnsOf } from '../../verification/store.ts';
import { findSessionId, readOfEitherMode } from '../../verification/tenant-session.ts';

export interface SessionFile {
  session: ListedSession;
  /** The session's result; absent once the session is erased. */
  result?: NamedResult;
  /**
   * `possible` if the session may be retaken; otherwise the reason why it may not. Absent once the
   * session is erased.
   */
  retake?: 'possible' | RetakeRefusal;
  /**
   * The facts that determined what the session's page showed to the visitor. Absent once the
   * session is erased.
   */
  page?: PageNames;
  /** The steps that the visitor reached. */
  funnel: readonly FunnelEvent[];
  deliveries: SessionDelivery[];
}

interface PageNames {
  site: string;
  /** The contact that the page showed to visitors who were not admitted. */
  contact?: string;
  asksForDocument: boolean;
  /** The document requirement that the page announced before the first picture. */
  documentNeed?: DocumentNeed;
}

/**
 * @param token `xtk_…` or `xit_…`
 * @throws AppError NOT_FOUND for an unknown or malformed token, or one that belongs to another
 *   tenant
 */
export async function readSessionFile(
  ctx: Context,
  tenantId: string,
  token: string,
): Promise<SessionFile> {
  const sessionId = await findSessionId(ctx, token);
  if (sessionId === undefined) throw notFound();
  const [record, deliveries] = await Promise.all([
    readOfEitherMode(ctx, tenantId, token),
    readSessionDeliveries(ctx, tenantId, sessionId),
  ]);
  if (record !== undefined) {
    // The record in the session's object is newer than the row in D1, which a queue updates later.
    const { row: newest } = toSessionEvent(record, 'opened', ctx.now());
    const current = columnsOf(newest);
    return {
      session: { ...current, ...(await tokensOfRow(ctx, current)) },
      result: await nameResult(ctx, newest, resultOf(record)),
      retake: whyNotRetaken(record) ?? 'possible',
      page: pageNamesOf(record),
      funnel: record.funnel,
      deliveries,
    };
  }
  const found = await findSession(ctx, tenantId, sessionId);
  if (found === undefined) throw notFound();
  const { row, funnel } = found;
  return { session: { ...row, ...(await tokensOfRow(ctx, row)) }, funnel, deliveries };
}

function pageNamesOf(record: SessionRecord): PageNames {
  const { offer, request, tenant } = record;
  const need = documentNeed({ offer, request });
  return {
    site: tenant.name,
    ...(tenant.contact !== undefined && { contact: tenant.contact }),
    asksForDocument: asksForDocument(record),
    ...(need !== undefined && { documentNeed: need }),
  };
}
