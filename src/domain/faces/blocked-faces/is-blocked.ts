// Checks whether a customer refuses a face (D-100). This takes a single call to the list's Durable
// Object while the list is in its memory; otherwise the caller reads the entries from D1, decrypts
// them and fills the list.
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { inTime } from '../../../time/patience.ts';
import { nameInMode } from '../../terms/name-in-mode.ts';
import { openPackedAs } from '../../terms/sealed-descriptor.ts';
import { packDescriptor } from '../../terms/packed-descriptor.ts';
import { blockedFaceName, type ListOwner, type ShownFace } from './blocked-face.ts';
import type { OpenedFace } from './open-list.ts';
import { readSealedFaces, type SealedFace } from './store.ts';

/** How long to wait for the list: decrypting 10,000 entries takes four seconds. */
const PATIENCE_MS = 15_000;
/** The number of rows per query; each row is about 1.4 kB. */
const READ_AT_ONCE = 1_000;
/** The maximum number of attempts to read a list that keeps changing while it is read. */
const MAX_READINGS = 4;

type List = ReturnType<Context['objects']['blockList']>;

/**
 * Whether a face is on the customer's list of blocked faces. Called only for customers that have
 * entries (api-keys.ts), so that the checks of other customers do not make this call.
 * @throws Error when the list cannot be read, because a face must not be treated as unblocked in
 *   that case
 */
export const isBlocked = (ctx: Context, customer: ListOwner, face: ShownFace): Promise<boolean> =>
  inTime(askList(ctx, customer, face), PATIENCE_MS);

async function askList(
  ctx: Context,
  customer: ListOwner,
  { descriptor, model }: ShownFace,
): Promise<boolean> {
  const list = listOf(ctx, customer);
  const { blocked: atMost } = ctx.config.faceLimits;
  const shown = { model, packed: packDescriptor(descriptor), atMost };
  let answer = await list.findMatch(shown);
  for (let readings = 0; !answer.ok && readings < MAX_READINGS; readings += 1)
    answer = await fill(ctx, { list, customer, reading: answer.reading }, shown);
  if (!answer.ok) throw new Error('The list of blocked faces is changing too often. Try again.');
  if (answer.isOutdated) logIncident('blocked_faces_outdated', { tenant: customer.tenantId });
  return answer.isBlocked;
}

async function fill(
  ctx: Context,
  { list, customer, reading }: { list: List; customer: ListOwner; reading: string },
  shown: Parameters<List['findMatch']>[0],
) {
  for (let after = 0; ;) {
    const rows = await readSealedFaces(ctx.db, customer, after, READ_AT_ONCE, ctx.now());
    const opened = (await Promise.all(rows.map((row) => open(ctx, row)))).flat();
    after = rows.at(-1)?.id ?? after;
    const isLast = rows.length < READ_AT_ONCE;
    const answer = await list.takeEntries(reading, opened, isLast ? shown : undefined);
    if (isLast || answer.ok || answer.reading !== reading) return answer;
  }
}

/** Decrypts an entry. An entry that cannot be decrypted is skipped and logged for operators. */
async function open(
  { config }: Context,
  { id, name, sealed, model, expiresAtMs }: SealedFace,
): Promise<OpenedFace[]> {
  try {
    const packed = new Uint8Array(await openPackedAs(config, blockedFaceName(name), sealed));
    return [{ id, model, packed, expiresAtMs }];
  } catch {
    logIncident('blocked_face_unreadable', { entry: id });
    return [];
  }
}

/**
 * Clears the list once its entries have been changed in D1. Never throws: a list that could not be
 * cleared is read again after 15 minutes.
 */
export async function forgetList(ctx: Context, customer: ListOwner): Promise<void> {
  try {
    await inTime(Promise.resolve(listOf(ctx, customer).forgetEntries()), PATIENCE_MS);
  } catch (cause) {
    const error = cause instanceof Error ? cause.name : 'unknown';
    logIncident('block_list_stale', { error });
  }
}

const listOf = ({ objects }: Context, { tenantId, test, residency }: ListOwner) =>
  objects.blockList(residency, nameInMode(tenantId, test));
