// Use cases of a tenant's staff: where webhooks go. Each change is written together with its audit entry; who may
// make it is asked by the surface.
import type { Context } from '../../context.ts';
import { randomToken } from '../../crypto/random.ts';
import { AppError, notFound } from '../../errors.ts';
import { toTimestamp } from '../../timestamp.ts';
import { differences } from '../audit/differences.ts';
import {
  prepareAudit,
  type AuditFields,
  type NewAuditEntry,
  type TenantActor,
} from '../audit/record.ts';
import { ENDPOINT_MODES, type EndpointMode, type WebhookEndpoint } from './endpoint.ts';
import {
  findEndpoint,
  insertEndpoint,
  listEndpointsOf,
  removeEndpoint,
  replaceSecret,
  updateEndpointRow,
} from './endpoint-store.ts';
import { EVENT_TYPES, type EventType } from './event.ts';
import { makeSecret, sealSecret } from './secret.ts';
import { sweepEndpoint } from './sweep.ts';
import { isReceiverUrl } from '../terms/receiver-url.ts';

const MAX_ENDPOINTS = 20;
const MAX_DESCRIPTION = 200;
/** Both secrets sign for a day after a rotation (D-25). */
const ROTATION_MS = 24 * 60 * 60_000;

export interface EndpointWish {
  url: string;
  /** What it wants to hear of, explicitly: at least one. */
  eventTypes: readonly EventType[];
  mode?: EndpointMode | undefined;
  description?: string | undefined;
}

export interface EndpointChanges {
  url?: string | undefined;
  eventTypes?: readonly EventType[] | undefined;
  mode?: EndpointMode | undefined;
  /** null takes it away. */
  description?: string | null | undefined;
  /** `paused`: events wait for it. `enabled`: also after it was disabled. */
  state?: 'enabled' | 'paused' | undefined;
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
  by: TenantActor,
  wish: EndpointWish,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  checkWish(ctx, wish);
  const id = `we_${randomToken(12)}`;
  const secret = makeSecret();
  const endpoint: WebhookEndpoint = {
    id,
    tenantId: by.tenantId,
    url: wish.url,
    ...(wish.description !== undefined && { description: wish.description }),
    eventTypes: [...new Set(wish.eventTypes)],
    mode: wish.mode ?? 'both',
    state: 'enabled',
    secret: await sealSecret(ctx.config, id, secret),
    createdAtMs: ctx.now(),
  };
  const { statement, announce } = note(ctx, by, id, 'create', { after: describe(endpoint) });
  if (!(await insertEndpoint(ctx.db, endpoint, MAX_ENDPOINTS, statement)))
    throw new AppError('CONFLICT', `A tenant has at most ${MAX_ENDPOINTS} webhook endpoints.`);
  announce();
  return { endpoint, secret };
}

/**
 * Changes what is given. Deliveries that wait go to the new URL; enabled again, what waits is sent at once.
 * @throws AppError NOT_FOUND; VALIDATION_FAILED as registerEndpoint; CONFLICT for pausing a disabled one
 */
export async function updateEndpoint(
  ctx: Context,
  by: TenantActor,
  id: string,
  changes: EndpointChanges,
): Promise<WebhookEndpoint> {
  const endpoint = await readEndpoint(ctx, by.tenantId, id);
  checkWish(ctx, changes);
  const wanted = compact(changes);
  const told = differences(describe(endpoint), describe({ ...endpoint, ...wanted }));
  if (told === undefined) return endpoint;
  const { statement, announce } = note(ctx, by, id, 'update', told);
  const changed = await updateEndpointRow(ctx.db, endpoint, wanted, ctx.now(), statement);
  if (changed === undefined)
    throw new AppError('CONFLICT', 'This endpoint is disabled: nothing waits for it.');
  announce();
  if (endpoint.state !== 'enabled' && changed.state === 'enabled') await sweepEndpoint(ctx, id);
  return changed;
}

/** With all that was or waits to be sent to it. @throws AppError NOT_FOUND */
export async function deleteEndpoint(ctx: Context, by: TenantActor, id: string): Promise<void> {
  const endpoint = await readEndpoint(ctx, by.tenantId, id);
  const { statement, announce } = note(ctx, by, id, 'delete', { before: describe(endpoint) });
  if (!(await removeEndpoint(ctx.db, endpoint, statement))) throw notFound();
  announce();
}

/**
 * @returns the endpoint, and the new secret, told this once; the old one signs too for 24 hours
 * @throws AppError NOT_FOUND; CONFLICT while two sign already: the older one may be the one that is still in use
 */
export async function rotateSecret(
  ctx: Context,
  by: TenantActor,
  id: string,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const endpoint = await readEndpoint(ctx, by.tenantId, id);
  const secret = makeSecret();
  const sealed = await sealSecret(ctx.config, id, secret);
  const nowMs = ctx.now();
  const times = { nowMs, previousUntilMs: nowMs + ROTATION_MS };
  const { statement, announce } = note(ctx, by, id, 'rotate_secret', {});
  const replaced = await replaceSecret(ctx.db, endpoint, sealed, times, statement);
  const now = await readEndpoint(ctx, by.tenantId, id);
  if (!replaced) throw inRotation(now);
  announce();
  return { endpoint: now, secret };
}

const inRotation = ({ previousUntilMs = 0 }: WebhookEndpoint): AppError =>
  new AppError(
    'CONFLICT',
    `The secret was just rotated: both sign until ${toTimestamp(previousUntilMs)}. Rotate again after that.`,
  );

const note = (
  ctx: Context,
  actor: TenantActor,
  id: string,
  verb: string,
  told: Pick<NewAuditEntry, 'before' | 'after'>,
) =>
  prepareAudit(ctx, {
    actor,
    action: `webhook.${verb}`,
    target: { type: 'webhook', id },
    ...(told.before !== undefined && { before: withoutQuery(told.before) }),
    ...(told.after !== undefined && { after: withoutQuery(told.after) }),
  });

const describe = ({ url, description, eventTypes, mode, state }: Described) => ({
  url,
  description: description ?? null,
  events: eventTypes.join(' '),
  mode,
  state,
});

/** The query of a URL may carry somebody's key. */
function withoutQuery(fields: AuditFields): AuditFields {
  const { url } = fields;
  return typeof url === 'string' ? { ...fields, url: url.replace(/\?.*$/s, '?…') } : fields;
}

type Described = Pick<WebhookEndpoint, 'url' | 'mode' | 'state'> & {
  description?: string | null;
  eventTypes: readonly EventType[];
};

function compact({ url, eventTypes, mode, description, state }: EndpointChanges) {
  return {
    ...(url !== undefined && { url }),
    ...(eventTypes !== undefined && { eventTypes: [...new Set(eventTypes)] }),
    ...(mode !== undefined && { mode }),
    ...(description !== undefined && { description }),
    ...(state !== undefined && { state }),
  };
}

function checkWish({ config }: Context, { url, eventTypes, mode, description }: EndpointChanges) {
  if (url !== undefined && !isReceiverUrl(url, config))
    throw invalid('url', 'url must be a public https address without credentials or fragment.');
  const isKnown = (type: EventType) => EVENT_TYPES.includes(type);
  if (eventTypes !== undefined && (eventTypes.length === 0 || !eventTypes.every(isKnown)))
    throw invalid('events', `events must name at least one of: ${EVENT_TYPES.join(', ')}.`);
  if (mode !== undefined && !ENDPOINT_MODES.includes(mode))
    throw invalid('mode', `mode must be one of: ${ENDPOINT_MODES.join(', ')}.`);
  if ((description ?? '').length > MAX_DESCRIPTION)
    throw invalid('description', `description must have at most ${MAX_DESCRIPTION} characters.`);
}

const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION_FAILED', message, { fields: [{ field, message }] });
