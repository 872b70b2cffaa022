// Marks a link that a command on the operator's machine created (schema/deployment-links.ts) as
// used.
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Database } from './client.ts';
import { deploymentLinks } from './schema/index.ts';

/** Marks the link as used. Changes nothing if it has already been used or has expired. */
export const useDeploymentLink = (db: Database, tokenHash: string, nowMs: number) =>
  db
    .update(deploymentLinks)
    .set({ used_at_ms: nowMs })
    .where(
      and(
        eq(deploymentLinks.token_hash, tokenHash),
        isNull(deploymentLinks.used_at_ms),
        gt(deploymentLinks.expires_at_ms, nowMs),
      ),
    );
