// Back-channel logout: posts a signed logout token to a site (OpenID Connect Back-Channel Logout 1.0).
import { SignJWT } from 'jose';
import type { Context } from '../../context.ts';
import { randomToken } from '../../crypto/random.ts';
import { findClient } from '../clients/client.ts';
import { signingKey } from '../signing-keys/key-ring.ts';
import type { LogoutNotice } from './notice.ts';
import { isReceiverUrl } from '../terms/receiver-url.ts';

const TIMEOUT_MS = 5000;
/** Back-Channel Logout 1.0, 2.4: `exp` is at most two minutes ahead, since the token is used at once. */
const TOKEN_SECONDS = 120;
/** wrangler.toml's max_retries is this list's length; then the site has to notice by itself. */
const RETRY_AFTER_SECONDS = [10, 60, 300, 900] as const;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

type Attempt = Pick<Message<LogoutNotice>, 'body' | 'attempts' | 'ack' | 'retry'>;

export async function deliverLogouts(ctx: Context, messages: readonly Attempt[]): Promise<void> {
  await Promise.all(
    messages.map(async (message) => {
      const isDone = await deliverLogout(ctx, message.body);
      const delaySeconds = RETRY_AFTER_SECONDS[message.attempts - 1];
      if (isDone || delaySeconds === undefined) message.ack();
      else message.retry({ delaySeconds });
    }),
  );
}

/** @returns false when another try may help */
async function deliverLogout(ctx: Context, notice: LogoutNotice): Promise<boolean> {
  const address = (await findClient(ctx, notice.clientId))?.backchannelLogoutUri;
  if (address === undefined || !isReceiverUrl(address, ctx.config)) return true;
  const token = await signLogoutToken(ctx, notice);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
      // A redirect could lead to where isReceiverUrl would not let us go.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status < 500 && response.status !== 429;
  } catch {
    return false;
  }
}

/** 2.4; no nonce, so that it can never pass for an ID token. */
async function signLogoutToken(
  ctx: Context,
  { clientId, subject, sessionId }: LogoutNotice,
): Promise<string> {
  const { kid, key } = await signingKey(ctx, 'oidc');
  const issuedAt = Math.floor(ctx.now() / 1000);
  return new SignJWT({ sid: sessionId, events: { [EVENT]: {} } })
    .setProtectedHeader({ alg: 'RS256', typ: 'logout+jwt', kid })
    .setIssuer(ctx.config.baseUrl)
    .setAudience(clientId)
    .setSubject(subject)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_SECONDS)
    .setJti(randomToken(16))
    .sign(key);
}
