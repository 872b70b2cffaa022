// A sweep: fetches the status lists that are due. An issuer's status list marks withdrawn
// credentials. The sweep always fetches the whole list, so that the issuer learns nothing about
// individual checks (D-150).
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { DAY_MS, MINUTE_MS } from '../../../time/durations.ts';
import type { TrustAnchor } from '../../../wallet/wallet-wire.ts';
import { isReceiverUrl } from '../../terms/receiver-url.ts';
import { readAnchors } from '../wallet-anchors/anchors.ts';
import { deleteListsNamedBefore, keepStatusList, listDue, noteFailure } from './store.ts';

const LISTS_PER_RUN = 20;
const TIMEOUT_MS = 10_000;
/** The maximum size of a list, in bytes: a D1 row holds at most two megabytes. */
const MAX_BYTES = 1_400_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * The defaults for a list that does not specify when it should be fetched again and when it
 * expires.
 */
const USUAL_TTL_MS = 12 * HOUR_MS;
const USUAL_LIFE_MS = 2 * DAY_MS;
const RETRY_MS = HOUR_MS;
/**
 * How long before its expiry a list is fetched again: the interval of two scheduled runs, so that
 * the new copy arrives in time.
 */
const AHEAD_MS = 20 * MINUTE_MS;
/**
 * How long a list is kept after a credential last referred to it: most credentials that refer to it
 * have expired by then.
 */
const FORGOTTEN_AFTER_MS = 90 * DAY_MS;

/**
 * Fetches due lists. If a list cannot be fetched, the other lists are not blocked, and the stored
 * copy of that list remains valid until it expires.
 */
export async function fetchStatusLists(ctx: Context): Promise<void> {
  if (ctx.config.walletStatusLists === 'off' || ctx.wallet === undefined) return;
  const due = await listDue(ctx.db, ctx.now(), LISTS_PER_RUN);
  if (due.length === 0) return;
  const anchors = await readAnchors(ctx);
  await Promise.all(due.map((one) => refresh(ctx, one, anchors)));
}

export const forgetStatusLists = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteListsNamedBefore(db, now() - FORGOTTEN_AFTER_MS);

async function refresh(
  ctx: Context,
  { uri, docType }: { uri: string; docType: string },
  anchors: readonly TrustAnchor[],
): Promise<void> {
  const nowMs = ctx.now();
  const token = await fetchList(ctx, uri);
  const read =
    token === undefined
      ? ({ ok: false, fault: 'unreachable' } as const)
      : await ctx.wallet?.readStatusList({ uri, token, docType, anchors, nowMs });
  if (read?.ok !== true) {
    const failure = read?.fault ?? 'unreachable';
    logIncident('wallet_status_list_failed', { host: new URL(uri).host, failure });
    return noteFailure(ctx.db, uri, { failure, dueAtMs: nowMs + RETRY_MS });
  }
  const { bits, lst, ttlMs = USUAL_TTL_MS, validUntilMs = nowMs + USUAL_LIFE_MS } = read;
  const pauseMs = Math.min(Math.max(ttlMs, HOUR_MS), DAY_MS);
  const dueAtMs = Math.min(nowMs + pauseMs, validUntilMs - AHEAD_MS);
  await keepStatusList(ctx.db, uri, { fetchedAtMs: nowMs, validUntilMs, dueAtMs, bits, lst });
}

/**
 * @returns undefined when the address is not allowed, or when the response does not arrive in time,
 *   has a status other than 200 (redirects are not followed), or is too long
 */
async function fetchList({ config }: Context, uri: string): Promise<string | undefined> {
  if (!isReceiverUrl(uri, config)) return undefined;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const headers = { accept: 'application/statuslist+jwt' };
    const response = await fetch(uri, { headers, redirect: 'manual', signal });
    if (response.status !== 200) return undefined;
    return await readText(response);
  } catch {
    return undefined;
  }
}

async function readText(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let [text, length] = ['', 0];
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_BYTES) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
