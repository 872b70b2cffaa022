// Retries calls of Cloudflare's API that failed for a reason that may be temporary.
import type { Query } from '../operations/query.ts';
import { CloudflareError } from './cloudflare.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * How long to wait before each retry, in milliseconds. Cloudflare's API accepts 1,200 requests in
 * five minutes (https://developers.cloudflare.com/fundamentals/api/reference/limits/).
 */
const WAITS_MS = [1_000, 5_000, 30_000, 120_000, 300_000];

/**
 * Retries work that got no response, a server error, or a refusal by the API's rate limit. The work
 * must be idempotent, because it may have succeeded although its response was lost.
 */
export async function withPatience<T>(
  wait: Surroundings['wait'],
  work: () => Promise<T>,
): Promise<T> {
  for (const ms of WAITS_MS)
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await wait(ms);
    }
  return work();
}

/** @returns the same query, which is retried if it fails; see withPatience */
export const patient =
  (query: Query, wait: Surroundings['wait']): Query =>
  <Row>(sql: string) =>
    withPatience(wait, () => query<Row>(sql));

const isPassing = (error: unknown): boolean =>
  !(error instanceof CloudflareError) || error.status === 429 || error.status >= 500;
