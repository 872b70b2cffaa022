// Use cases for the webhook that the service sends to itself: `npm run deploy` requests it to check
// that session events, queues and signatures work at the deployed address (docs/deploy.md). Its
// receiver exists only while the database contains a link that the deployment has written, and each
// link can be used for one webhook.
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { equalInConstantTime, sha256Hex } from '../../../crypto/hash.ts';
import { WEBHOOK_CHECK_TOKEN } from '../../../crypto/token-prefixes.ts';
import { AppError, notFound } from '../../../errors.ts';
import { findLink } from '../../platform/deployment-links/store.ts';
import type { AttemptFailure, DeliveryWithAttempts } from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { findEndpoint, removeEndpoint } from './endpoint-store.ts';
import type { EventType } from './event-types.ts';
import { prepareWork } from './ledger-work.ts';
import { readDeliveryPage } from './list-deliveries.ts';
import { addOwnReceiver, listOwnReceivers, takeWebhook } from './own-receiver-store.ts';
import { makeSecret, openSecret, sealSecret } from './secret.ts';
import { signatureHeaders } from './signature.ts';

/** The path of the receiver's URL, followed by the link's secret. */
const PATH = '/readyz/webhook/';
const EVENT: EventType = 'session.success';
const LATEST = { offset: 0, limit: 1 };
/** The maximum age at which receivers are advised to accept a webhook (docs/webhooks.md). */
const MAX_AGE_MS = 5 * 60_000;

/**
 * Whether the text could be the secret of a link. Other text is rejected without a database read.
 */
const isToken = (token: string): boolean =>
  token.startsWith(WEBHOOK_CHECK_TOKEN) &&
  /^[\w-]{43}$/.test(token.slice(WEBHOOK_CHECK_TOKEN.length));

/**
 * Derives the endpoint's id from its link, so that a repeated request does not create a second
 * endpoint.
 */
const endpointIdOf = (tokenHash: string): string => `we_${tokenHash.slice(0, 24)}`;

/** @throws AppError NOT_FOUND for unknown, used and expired links */
async function openLink(
  ctx: Context,
  token: string,
): Promise<{ tokenHash: string; tenantId: string }> {
  if (!isToken(token)) throw notFound();
  const tokenHash = await sha256Hex(token);
  const link = await findLink(ctx.db, 'webhook', tokenHash, ctx.now());
  if (!link?.tenant_id || link.used_at_ms !== null) throw notFound();
  return { tokenHash, tenantId: link.tenant_id };
}

/** The progress of the webhook's delivery. */
interface OwnDelivery {
  /** The number of attempts made. */
  attempts: number;
  /** The HTTP status of the response to the last attempt. */
  status?: number;
  failure?: AttemptFailure;
}

/**
 * Creates an endpoint that receives the success events of test sessions of the link's customer. The
 * link proves control of the endpoint, so no challenge is needed. A repeated request creates
 * nothing.
 * @returns the delivery to the endpoint, once there is one
 * @throws AppError NOT_FOUND for unknown, used and expired links
 */
export async function prepareOwnReceiver(
  ctx: Context,
  token: string,
): Promise<{ delivery?: OwnDelivery }> {
  const { tokenHash, tenantId } = await openLink(ctx, token);
  const id = endpointIdOf(tokenHash);
  const endpoint: WebhookEndpoint = {
    id,
    tenantId,
    url: ctx.config.baseUrl + PATH + token,
    description: `Check of a deployment, for ${LIFETIMES.webhookCheckMs / 60_000} minutes`,
    eventTypes: [EVENT],
    mode: 'test',
    state: 'enabled',
    secret: await sealSecret(ctx.config, id, makeSecret()),
    createdAtMs: ctx.now(),
  };
  await addOwnReceiver(ctx.db, endpoint);
  const { rows } = await readDeliveryPage(ctx, tenantId, { endpointId: id }, LATEST);
  const [sent] = rows;
  return sent === undefined ? {} : { delivery: ownDelivery(sent) };
}

function ownDelivery({ delivery, attempts }: DeliveryWithAttempts): OwnDelivery {
  const { status, failure } = attempts.at(-1) ?? {};
  return {
    attempts: delivery.attempts,
    ...(status !== undefined && { status }),
    ...(failure !== undefined && { failure }),
  };
}

/**
 * Deletes the endpoints of deployment checks that were aborted. A deployment check that finishes
 * removes its own endpoint. Called by cron.
 */
export async function forgetOwnReceivers(ctx: Context): Promise<void> {
  const createdBeforeMs = ctx.now() - LIFETIMES.webhookCheckMs;
  for (const endpoint of await listOwnReceivers(
    ctx.db,
    ctx.config.baseUrl + PATH,
    createdBeforeMs,
  )) {
    const { id, tenantId } = endpoint;
    const work = prepareWork(ctx, [{ tenantId, work: { kind: 'endpoint', endpointId: id } }]);
    await removeEndpoint(ctx.db, endpoint, [work.statement]);
    await work.perform();
  }
}

/**
 * Whether the URL belongs to a link of this service that can receive a webhook now. Other URLs of
 * the service are refused (S-28).
 */
export async function isOwnReceiver(ctx: Context, url: string): Promise<boolean> {
  const base = ctx.config.baseUrl + PATH;
  if (!url.startsWith(base)) return false;
  return openLink(ctx, url.slice(base.length)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
}

interface Received {
  /** Reads a header by its lower-case name. */
  header: (name: string) => string | undefined;
  body: () => Promise<string>;
}

/**
 * Accepts one webhook and uses up the link.
 * @throws AppError NOT_FOUND as in prepareOwnReceiver; VALIDATION_FAILED for a wrong signature,
 *   time or event, after which the link still works
 */
export async function receiveOwnWebhook(
  ctx: Context,
  token: string,
  request: Received,
): Promise<void> {
  const { tokenHash, tenantId } = await openLink(ctx, token);
  const endpoint = await findEndpoint(ctx.db, tenantId, endpointIdOf(tokenHash));
  if (endpoint === undefined) throw notFound();
  const body = await request.body();
  const timestamp = Number(request.header('webhook-timestamp'));
  if (!(Math.abs(ctx.now() - timestamp * 1000) <= MAX_AGE_MS)) throw wrong('time');
  const id = request.header('webhook-id') ?? '';
  const secret = await openSecret(ctx.config, endpoint.id, endpoint.secret);
  const signed = await signatureHeaders({ id, body, timestamp }, [secret]);
  for (const name of ['Agate-Signature', 'webhook-signature'])
    if (!equalInConstantTime(request.header(name.toLowerCase()) ?? '', signed[name] ?? ''))
      throw wrong('signature');
  const { type } = JSON.parse(body) as { type?: string };
  if (type !== EVENT) throw wrong('event');
  if (!(await takeWebhook(ctx.db, tokenHash, ctx.now()))) throw notFound();
}

const wrong = (what: string): AppError =>
  new AppError('VALIDATION_FAILED', `The ${what} of this webhook is wrong.`);
