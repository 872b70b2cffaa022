// Use cases for a tenant's staff: manage webhook endpoints. Each change is one transaction with its
// audit entry; the surface checks authorization.
import type { Context } from '../../../context.ts';
import { randomToken } from '../../../crypto/random.ts';
import { AppError, notFound } from '../../../errors.ts';
import { toTimestamp } from '../../../time/timestamp.ts';
import { differences } from '../../platform/audit/differences.ts';
import { prepareAuditOf, type AuditFields, type TenantActor } from '../../platform/audit/record.ts';
import { ENDPOINT_MODES, type EndpointMode, type WebhookEndpoint } from './endpoint.ts';
import {
  findEndpoint,
  insertEndpoint,
  isNotEnabled,
  listEndpointsOf,
  removeEndpoint,
  replaceSecret,
  updateEndpointRow,
} from './endpoint-store.ts';
import { EVENT_TYPES, type EventType } from './event-types.ts';
import { prepareWork } from './ledger-work.ts';
import { proveReceiver } from './prove-receiver.ts';
import { makeSecret, sealSecret } from './secret.ts';
import { isReceiverUrl } from '../../terms/receiver-url.ts';
import { isWrittenAsUri } from '../../terms/written-uri.ts';

const MAX_ENDPOINTS = 20;
const MAX_DESCRIPTION = 200;
/** For a day after a rotation, deliveries are signed with both secrets (D-25). */
const ROTATION_MS = 24 * 60 * 60_000;

export interface EndpointInput {
  url: string;
  /** The events to subscribe to, at least one. */
  eventTypes: readonly EventType[];
  mode?: EndpointMode | undefined;
  description?: string | undefined;
}

interface EndpointChanges {
  url?: string | undefined;
  eventTypes?: readonly EventType[] | undefined;
  mode?: EndpointMode | undefined;
  /** A null value removes the description. */
  description?: string | null | undefined;
  /** `paused`: deliveries are held back. `enabled`: also re-enables a disabled endpoint. */
  state?: 'enabled' | 'paused' | undefined;
}

export const listEndpoints = (ctx: Context, tenantId: string): Promise<WebhookEndpoint[]> =>
  listEndpointsOf(ctx.db, tenantId);

/** @throws AppError NOT_FOUND, including for an endpoint of another tenant */
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
 * Registers an endpoint, which receives no events until it has answered its challenge
 * (verify-endpoint.ts).
 * @returns the endpoint and its secret, which is never shown again
 * @throws AppError VALIDATION_FAILED for a URL that may not be called, and for any other invalid
 *   value; CONFLICT when the tenant already has 20 endpoints
 */
export async function registerEndpoint(
  ctx: Context,
  by: TenantActor,
  input: EndpointInput,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  validateEndpoint(ctx, input);
  const id = `we_${randomToken(12)}`;
  const secret = makeSecret();
  const endpoint: WebhookEndpoint = {
    id,
    tenantId: by.tenantId,
    url: input.url,
    ...(input.description !== undefined && { description: input.description }),
    eventTypes: [...new Set(input.eventTypes)],
    mode: input.mode ?? 'both',
    state: 'pending',
    secret: await sealSecret(ctx.config, id, secret),
    createdAtMs: ctx.now(),
  };
  const { statement, announce } = prepareEntry(ctx, by, id, 'create', {
    after: describe(endpoint),
  });
  if (!(await insertEndpoint(ctx.db, endpoint, MAX_ENDPOINTS, statement)))
    throw new AppError(
      'CONFLICT',
      `A customer has at most ${MAX_ENDPOINTS} webhook endpoints. Delete one first.`,
    );
  announce();
  return { endpoint, secret };
}

/**
 * Applies the given changes. Unless the endpoint is pending, a new URL must answer its challenge
 * before anything changes, and then receives the pending deliveries. Re-enabling an endpoint sends
 * its pending deliveries immediately.
 * @throws AppError NOT_FOUND; VALIDATION_FAILED as in registerEndpoint; CONFLICT when the change
 *   would pause a disabled endpoint, or when the endpoint was changed in the meantime;
 *   ENDPOINT_NOT_VERIFIED when the change would enable or pause a pending endpoint, and for a new
 *   URL as in proveReceiver
 */
export async function updateEndpoint(
  ctx: Context,
  by: TenantActor,
  id: string,
  changes: EndpointChanges,
): Promise<WebhookEndpoint> {
  const endpoint = await readEndpoint(ctx, by.tenantId, id);
  validateEndpoint(ctx, changes);
  const columns = compact(changes);
  const audited = differences(describe(endpoint), describe({ ...endpoint, ...columns }));
  if (audited === undefined) return endpoint;
  if (endpoint.state === 'pending' && changes.state !== undefined)
    throw new AppError('ENDPOINT_NOT_VERIFIED', 'Verify this endpoint first.');
  const { url = endpoint.url } = changes;
  if (url !== endpoint.url && endpoint.state !== 'pending')
    await proveReceiver(ctx, { ...endpoint, url });
  const { statement, announce } = prepareEntry(ctx, by, id, 'update', audited);
  const work = prepareWork(ctx, [workOf(endpoint)], isNotEnabled(ctx.db, id));
  const before = changes.state === 'enabled' ? [work.statement] : [];
  const changed = await updateEndpointRow(ctx.db, endpoint, columns, before, statement);
  if (changed === undefined) throw notChanged(changes);
  announce();
  if (before.length > 0) await work.performWritten();
  return changed;
}

/** Returns the ledger work to do when an endpoint is re-enabled or deleted. */
const workOf = ({ tenantId, id }: WebhookEndpoint) => ({
  tenantId,
  work: { kind: 'endpoint' as const, endpointId: id },
});

const notChanged = ({ state }: EndpointChanges): AppError =>
  new AppError(
    'CONFLICT',
    state === 'paused'
      ? 'This endpoint is disabled and has no pending deliveries.'
      : 'This endpoint was changed in the meantime. Read it and try again.',
  );

/**
 * Deletes the endpoint with all its deliveries.
 * @throws AppError NOT_FOUND
 */
export async function deleteEndpoint(ctx: Context, by: TenantActor, id: string): Promise<void> {
  const endpoint = await readEndpoint(ctx, by.tenantId, id);
  const { statement, announce } = prepareEntry(ctx, by, id, 'delete', {
    before: describe(endpoint),
  });
  const work = prepareWork(ctx, [workOf(endpoint)]);
  if (!(await removeEndpoint(ctx.db, endpoint, [statement, work.statement]))) throw notFound();
  announce();
  await work.perform();
}

/**
 * Rotates the signing secret.
 * @returns the endpoint and the new secret, which is never shown again; deliveries are also signed
 *   with the old one for 24 hours
 * @throws AppError NOT_FOUND; CONFLICT within 24 hours of the last rotation, because the receiver
 *   may still be using the old secret
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
  const { statement, announce } = prepareEntry(ctx, by, id, 'rotate_secret', {});
  const replaced = await replaceSecret(ctx.db, endpoint, sealed, times, statement);
  const now = await readEndpoint(ctx, by.tenantId, id);
  if (!replaced) throw alreadyRotating(now);
  announce();
  return { endpoint: now, secret };
}

const alreadyRotating = ({ previousUntilMs = 0 }: WebhookEndpoint): AppError =>
  new AppError(
    'CONFLICT',
    `The secret was just rotated: both sign until ${toTimestamp(previousUntilMs)}. Rotate again after that.`,
  );

const entryOf = prepareAuditOf('webhook');
const prepareEntry: typeof entryOf = (ctx, actor, id, verb, { before, after }) =>
  entryOf(ctx, actor, id, verb, {
    ...(before !== undefined && { before: withoutQuery(before) }),
    ...(after !== undefined && { after: withoutQuery(after) }),
  });

const describe = ({ url, description, eventTypes, mode, state }: Described) => ({
  url,
  description: description ?? null,
  events: eventTypes.join(' '),
  mode,
  state,
});

/** Removes the query, which may contain a credential, from the URL in audited fields. */
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

function validateEndpoint(
  { config }: Context,
  { url, eventTypes, mode, description }: EndpointChanges,
) {
  if (url !== undefined && !isReceiverUrl(url, config))
    throw invalid(
      'url',
      'url must be a URL that this service may call, such as https on a public host, without credentials or fragment.',
    );
  if (url !== undefined && !isWrittenAsUri(url))
    throw invalid('url', 'url must be plain ASCII, with any other characters percent-encoded.');
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
