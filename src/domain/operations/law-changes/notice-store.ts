// SQL for the changes in the law that have been emailed to customers.
import { and, eq, sql } from 'drizzle-orm';
import type { LawContext } from '../../../config/law-contexts.ts';
import { batchAround, type Database, type Statement } from '../../../db/client.ts';
import { lawNotices, tenants } from '../../../db/schema/index.ts';
import type { CustomerPolicy, Noticed } from './changes.ts';

type Row = typeof lawNotices.$inferSelect;

export interface DueCustomer extends CustomerPolicy {
  tenantId: string;
  /** The data that earlier runs stored about the customer; absent on the first run. */
  before?: Noticed & Pick<Row, 'version' | 'due_day'>;
}

/** Matches customers that have chosen a policy and are neither ended nor suspended. */
const IS_UNDER_LAW = sql`tenants.policy <> 'off' AND tenants.policy_context IS NOT NULL
  AND tenants.ended_at_ms IS NULL AND tenants.suspended_at_ms IS NULL`;

/**
 * Lists the customers to check, in random order, so that customers that keep failing do not block
 * the rest.
 * @param version the version of the rules' data
 * @param today the current day in UTC, `YYYY-MM-DD`
 */
export async function listDue(
  db: Database,
  { version, today }: { version: string; today: string },
  limit: number,
): Promise<DueCustomer[]> {
  const rows = await db
    .select({
      tenantId: tenants.id,
      policy: tenants.policy,
      context: tenants.policy_context,
      row: lawNotices,
    })
    .from(tenants)
    .leftJoin(lawNotices, eq(lawNotices.tenant_id, tenants.id))
    .where(
      and(
        IS_UNDER_LAW,
        sql`(law_notices.tenant_id IS NULL OR law_notices.version <> ${version} OR law_notices.due_day <= ${today}
          OR law_notices.policy <> tenants.policy OR law_notices.policy_context <> tenants.policy_context)`,
      ),
    )
    .orderBy(sql`random()`)
    .limit(limit);
  return rows.flatMap(({ tenantId, policy, context, row }) =>
    context === null ? [] : [{ tenantId, policy, context, ...(row && { before: toBefore(row) }) }],
  );
}

const toBefore = (row: Row): NonNullable<DueCustomer['before']> => ({
  policy: row.policy,
  context: row.policy_context as LawContext,
  version: row.version,
  due_day: row.due_day,
  noticed: JSON.parse(row.noticed) as string[],
});

interface NewNotice {
  version: string;
  dueDay: string;
  noticed: readonly string[];
}

/**
 * Writes the customer's row, provided that neither the row nor the customer's policy has changed
 * since they were read.
 * @param mails the emails, written in the same transaction; each statement takes effect only if the
 *   one before it changed a row
 * @returns false when another run came first, or the customer has changed its policy
 */
export async function writeNotice(
  db: Database,
  { tenantId, policy, context, before }: DueCustomer,
  { version, dueDay, noticed }: NewNotice,
  mails: readonly Statement[],
): Promise<boolean> {
  const values = {
    policy,
    policy_context: context,
    version,
    due_day: dueDay,
    noticed: JSON.stringify(noticed),
  };
  const isSame = sql`EXISTS (SELECT 1 FROM tenants WHERE tenants.id = ${tenantId} AND ${IS_UNDER_LAW}
    AND tenants.policy = ${policy} AND tenants.policy_context = ${context})`;
  const { tenant_id: id } = lawNotices;
  const write =
    before === undefined
      ? db
          .insert(lawNotices)
          .select(
            sql`SELECT ${tenantId}, ${policy}, ${context}, ${version}, ${dueDay}, ${values.noticed} WHERE ${isSame}`,
          )
          .onConflictDoNothing()
          .returning({ id })
      : db
          .update(lawNotices)
          .set(values)
          .where(
            and(
              eq(id, tenantId),
              eq(lawNotices.policy, before.policy),
              eq(lawNotices.policy_context, before.context),
              eq(lawNotices.version, before.version),
              eq(lawNotices.due_day, before.due_day),
              eq(lawNotices.noticed, JSON.stringify(before.noticed)),
              isSame,
            ),
          )
          .returning({ id });
  return (
    (await batchAround<Statement & { _: { result: unknown[] } }>(db, [], write, mails)).length === 1
  );
}
