// Use cases of a tenant's staff: where webhooks go. Who may do so, and its audit, are the caller's.
import type { Context } from '../../context.ts';
import { randomToken } from '../../crypto/random.ts';
import { AppError, notFound } from '../../errors.ts';
import { ENDPOINT_MODES, type EndpointMode, type WebhookEndpoint } from './endpoint.ts';
import {
  findEndpoint,
  insertEndpoint,
  listEndpointsOf,
  markEnabled,
  markPaused,
  removeEndpoint,
  replaceSecret,
  saveEndpoint,
} from './endpoint-store.ts';
import { EVENT_TYPES, type EventType } from './event.ts';
import { makeSecret, sealSecret } from './secret.ts';
import { sweepEndpoint } from './sweep.ts';
import { isWebhookUrl } from './webhook-url.ts';

const MAX_ENDPOINTS = 20;
const MAX_DESCRIPTION = 200;
/** Both secrets sign for a day after a rotation (decisions 3). */
const ROTATION_MS = 24 * 60 * 60_000;

export interface EndpointWish {
  url: string;
  /** What it wants to hear of, explicitly: at least one. */
  eventTypes: readonly EventType[];
  mode?: EndpointMode;
  description?: string;
}

export const listEndpoints = (ctx: Context, tenantId: string): Promise<WebhookEndpoint[]> =>
  listEndpointsOf(ctx.db, tenantId);

/** @throws AppError NOT_FOUND, also for another tenant's */
export async function readEndpoint(
  ctx: Context,
  tenantId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(ctx.db, tenantId, id);
  if (endpoint === undefined) throw notFound();
  return endpoint;
}

/**
 * @returns the endpoint, and its secret, which is told this once
 * @throws AppError VALIDATION_FAILED for a URL that may not be called, CONFLICT when there are 20 already
 */
export async function registerEndpoint(
  ctx: Context,
  tenantId: string,
  wish: EndpointWish,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  checkWish(ctx, wish);
  if ((await listEndpointsOf(ctx.db, tenantId)).length >= MAX_ENDPOINTS)
    throw new AppError('CONFLICT', `A tenant has at most ${MAX_ENDPOINTS} webhook endpoints.`);
  const id = `we_${randomToken(12)}`;
  const secret = makeSecret();
  const endpoint: WebhookEndpoint = {
    id,
    tenantId,
    url: wish.url,
    ...(wish.description !== undefined && { description: wish.description }),
    eventTypes: [...new Set(wish.eventTypes)],
    mode: wish.mode ?? 'both',
    state: 'enabled',
    secret: await sealSecret(ctx.config, id, secret),
    createdAtMs: ctx.now(),
  };
  await insertEndpoint(ctx.db, endpoint);
  return { endpoint, secret };
}

/** Changes what is given. Deliveries that wait go to the new URL. @throws as registerEndpoint, NOT_FOUND */
export async function updateEndpoint(
  ctx: Context,
  tenantId: string,
  id: string,
  changes: Partial<EndpointWish>,
): Promise<WebhookEndpoint> {
  const endpoint = await readEndpoint(ctx, tenantId, id);
  const changed = {
    ...endpoint,
    ...changes,
    eventTypes: [...new Set(changes.eventTypes ?? endpoint.eventTypes)],
  };
  checkWish(ctx, changed);
  await saveEndpoint(ctx.db, changed);
  return changed;
}

/** Events wait for it from now on. @throws AppError NOT_FOUND, CONFLICT for a disabled one */
export async function pauseEndpoint(ctx: Context, tenantId: string, id: string): Promise<void> {
  const endpoint = await readEndpoint(ctx, tenantId, id);
  if (!(await markPaused(ctx.db, endpoint.id)))
    throw new AppError('CONFLICT', 'This endpoint is disabled: nothing is sent to it.');
}

/** Enables a paused or disabled endpoint; what waits is sent at once. @throws AppError NOT_FOUND */
export async function resumeEndpoint(ctx: Context, tenantId: string, id: string): Promise<void> {
  const endpoint = await readEndpoint(ctx, tenantId, id);
  await markEnabled(ctx.db, endpoint.id, ctx.now());
  await sweepEndpoint(ctx, endpoint.id);
}

/** @throws AppError NOT_FOUND */
export async function deleteEndpoint(ctx: Context, tenantId: string, id: string): Promise<void> {
  const endpoint = await readEndpoint(ctx, tenantId, id);
  await removeEndpoint(ctx.db, endpoint.id);
}

/** @returns the new secret, told this once; the old one signs too for 24 hours @throws AppError NOT_FOUND */
export async function rotateSecret(ctx: Context, tenantId: string, id: string): Promise<string> {
  const endpoint = await readEndpoint(ctx, tenantId, id);
  const secret = makeSecret();
  const sealed = await sealSecret(ctx.config, endpoint.id, secret);
  await replaceSecret(ctx.db, endpoint.id, sealed, ctx.now() + ROTATION_MS);
  return secret;
}

function checkWish({ config }: Context, wish: EndpointWish): void {
  if (!isWebhookUrl(wish.url, config.webhooks.allowsLoopback))
    throw invalid('url', 'url must be a public https address without credentials or fragment.');
  const isKnown = (type: EventType) => EVENT_TYPES.includes(type);
  if (wish.eventTypes.length === 0 || !wish.eventTypes.every(isKnown))
    throw invalid('events', `events must name at least one of: ${EVENT_TYPES.join(', ')}.`);
  if (wish.mode !== undefined && !ENDPOINT_MODES.includes(wish.mode))
    throw invalid('mode', `mode must be one of: ${ENDPOINT_MODES.join(', ')}.`);
  if ((wish.description ?? '').length > MAX_DESCRIPTION)
    throw invalid('description', `description must have at most ${MAX_DESCRIPTION} characters.`);
}

const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION_FAILED', message, { fields: [{ field, message }] });
