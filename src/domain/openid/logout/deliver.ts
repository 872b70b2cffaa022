// Back-channel logout: posts a signed logout token to a site (OpenID Connect Back-Channel Logout
// 1.0).
import { SignJWT } from 'jose';
import type { Context } from '../../../context.ts';
import { randomToken } from '../../../crypto/random.ts';
import { findClient } from '../clients/client.ts';
import { signingKey } from '../../platform/signing-keys/key-ring.ts';
import { tokenRing, type Algorithm } from '../../platform/signing-keys/ring.ts';
import { KEPT_MS, type LogoutNotice } from './notice.ts';
import { claimNotice, deleteNotice } from './store.ts';
import { logIncident } from '../../../log.ts';
import { retryDelaySeconds } from '../../terms/queue-retry.ts';
import { isReceiverUrl } from '../../terms/receiver-url.ts';

const TIMEOUT_MS = 5000;
/**
 * The lifetime of a logout token. Back-Channel Logout 1.0, 2.4 recommends at most two minutes,
 * since the token is used immediately.
 */
const TOKEN_SECONDS = 120;
/**
 * The pause before each retry, in seconds. wrangler.toml's max_retries equals the length of this
 * list; after the last try the site must detect the sign-out itself.
 */
const RETRY_AFTER_SECONDS = [10, 60, 300, 900] as const;
const REQUEUE_SECONDS = 30 * 60;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/**
 * A second event, sent together with the logout event to state the reason (OpenID Continuous Access
 * Evaluation Profile 1.0, 3.2; RFC 8417 2.2 allows several events).
 */
const CLAIMS_CHANGE_EVENT =
  'https://schemas.openid.net/secevent/caep/event-type/token-claims-change';

type Attempt = Pick<Message<LogoutNotice>, 'body' | 'attempts' | 'ack' | 'retry'>;

/** Handles each message separately, so that a failing message does not delay the others. */
export async function deliverLogouts(ctx: Context, messages: readonly Attempt[]): Promise<void> {
  await Promise.all(messages.map((message) => receiveNotice(ctx, message)));
}

/**
 * Delivers one notice. After an error on our side, not the site's, the row is kept, so the sweep
 * sends the notice again (announce.ts).
 */
async function receiveNotice(ctx: Context, message: Attempt): Promise<void> {
  const delaySeconds = RETRY_AFTER_SECONDS[message.attempts - 1];
  try {
    const isDone = await deliverLogout(ctx, message.body);
    if (isDone || delaySeconds === undefined) {
      await deleteNotice(ctx.db, message.body);
      message.ack();
    } else message.retry({ delaySeconds });
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    logIncident('logout_not_sent', { client: message.body.clientId, error: name });
    if (message.body.cause === undefined && delaySeconds === undefined)
      await requeueNotice(ctx, message);
    else message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
  }
}

/**
 * Queues a notice without a row again after its last try failed because of an error on our side.
 * The sweep cannot find a notice without a row, so the notice would be lost although its site was
 * never called. Never throws.
 */
async function requeueNotice(ctx: Context, message: Attempt): Promise<void> {
  const { sinceMs = ctx.now() } = message.body;
  if (ctx.now() - sinceMs >= KEPT_MS) return message.ack();
  try {
    const requeued = { ...message.body, sinceMs };
    await ctx.queues.logouts.send(requeued, { delaySeconds: REQUEUE_SECONDS });
    message.ack();
  } catch {
    message.retry();
  }
}

/** @returns false when a retry may succeed */
async function deliverLogout(ctx: Context, { cause, ...notice }: LogoutNotice): Promise<boolean> {
  // Several messages may have been queued for one notice while its site was down. The claim fails
  // once the notice has been delivered, so the site receives it only once.
  if (cause !== undefined && !(await claimNotice(ctx.db, { cause, ...notice }, ctx.now())))
    return true;
  const client = await findClient(ctx, notice.clientId);
  const address = client?.backchannelLogoutUri;
  if (address === undefined || !isReceiverUrl(address, ctx.config)) return true;
  const token = await signLogoutToken(ctx, notice, client?.idTokenAlg ?? 'RS256');
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
      // A redirect could lead to a URL that isReceiverUrl refuses.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status < 500 && response.status !== 429;
  } catch {
    return false;
  }
}

/**
 * Signs a logout token like the client's ID tokens, but without a nonce, so that it cannot be
 * mistaken for an ID token (Back-Channel Logout 1.0, 2.4, 2.6).
 */
async function signLogoutToken(
  ctx: Context,
  { clientId, subject, sessionId, ageWithdrawn }: LogoutNotice,
  alg: Algorithm,
): Promise<string> {
  const { kid, key } = await signingKey(ctx, tokenRing(alg));
  const issuedAt = Math.floor(ctx.now() / 1000);
  const events = {
    [EVENT]: {},
    ...(ageWithdrawn === true && {
      [CLAIMS_CHANGE_EVENT]: { event_timestamp: issuedAt, claims: { age_verified: false } },
    }),
  };
  return new SignJWT({ sid: sessionId, events })
    .setProtectedHeader({ alg, typ: 'logout+jwt', kid })
    .setIssuer(ctx.config.baseUrl)
    .setAudience(clientId)
    .setSubject(subject)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_SECONDS)
    .setJti(randomToken(16))
    .sign(key);
}
