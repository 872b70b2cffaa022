// SQL for the links that commands on the operator's machine create.
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { deleteAtOnce } from '../../../db/delete-in-slices.ts';
import { deploymentLinks } from '../../../db/schema/index.ts';

type DeploymentLink = typeof deploymentLinks.$inferSelect;

/**
 * @param nowMs the current time, in ms since the epoch; expired links are ignored
 * @returns the link, even if it has already been used
 */
export async function findLink(
  db: Database,
  kind: DeploymentLink['kind'],
  tokenHash: string,
  nowMs: number,
): Promise<DeploymentLink | undefined> {
  const [row] = await db
    .select()
    .from(deploymentLinks)
    .where(
      and(
        eq(deploymentLinks.token_hash, tokenHash),
        eq(deploymentLinks.kind, kind),
        gt(deploymentLinks.expires_at_ms, nowMs),
      ),
    );
  return row;
}

export async function deleteLinksBefore(db: Database, untilMs: number): Promise<void> {
  await deleteAtOnce(db, deploymentLinks, lt(deploymentLinks.expires_at_ms, untilMs));
}
