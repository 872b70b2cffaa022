// Writes the audit log: one entry per write and per sign-in, without secrets. The database numbers
// entries in commit order, and the links of the hash chain follow in that order, no matter which
// request adds them.
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import { CHAIN_START, hashEntry, type AuditLink, type AuditRow } from './chain.ts';
import {
  appendLinkOfChange,
  appendLinks,
  insertEntry,
  insertEntryOfChange,
  insertEntryOfInsert,
  readUnlinked,
} from './store.ts';

/**
 * The number of links per batch. A batch uses three of the 800 statements that one scheduled run
 * may execute (bench/nightly).
 */
const LINKS_PER_BATCH = 250;
/**
 * The maximum number of batches per call: one call links at most a thousand entries, and the next
 * call links the rest.
 */
const BATCHES_AT_ONCE = 4;
const BEFORE_FIRST: AuditLink = { entry_id: 0, hash: CHAIN_START };

/** The person or system that acts, and the origin of the request. */
export interface Actor {
  audience: 'admin' | 'dashboard' | 'scim' | 'system';
  /** The id of the signed-in member; absent if nobody is signed in. */
  staffId?: number;
  /** The customer whose own audit log includes the entry. */
  tenantId?: string;
  ip?: string;
  userAgent?: string;
}

/** A signed-in member of staff. */
interface ActingMember {
  id: number;
  audience: 'admin' | 'dashboard';
  tenantId?: string;
}

/** @param from the origin of the request */
export const actorFor = (
  { id: staffId, audience, tenantId }: ActingMember,
  from: Pick<Actor, 'ip' | 'userAgent'>,
): Actor => ({ audience, staffId, ...(tenantId !== undefined && { tenantId }), ...from });

/** An actor that acts only on the data of one customer. */
export type TenantActor = Actor & { tenantId: string };

export type AuditFields = Readonly<Record<string, string | number | boolean | null>>;

export interface NewAuditEntry {
  actor: Actor;
  /** The action's name, `<noun>.<verb>`, such as `account.suspend`. */
  action: string;
  target: { type: string; id: string | number };
  /** Changed fields only; never a secret, a password or a token. */
  before?: AuditFields;
  after?: AuditFields;
}

/**
 * The maximum length of a stored user agent. User agents are displayed, not parsed, so the
 * beginning is enough.
 */
const MAX_USER_AGENT = 300;

/** Appends an entry. It can be read immediately; its link is added after the response. */
export async function recordAudit(ctx: Context, entry: NewAuditEntry): Promise<void> {
  await insertEntry(ctx.db, toRow(ctx, entry));
  linkLater(ctx);
}

export interface PreparedAudit {
  /**
   * The statement that writes the entry. It must directly follow the change in the same batch: the
   * entry is written only if the change affected a row.
   */
  statement: Statement;
  /** Schedules the linking of the entry. Must be called after the commit. */
  announce: () => void;
}

/** Prepares an entry that is written together with its change, or not at all. */
export function prepareAudit(ctx: Context, entry: NewAuditEntry): PreparedAudit {
  return {
    statement: insertEntryOfChange(ctx.db, toRow(ctx, entry)),
    announce: () => linkLater(ctx),
  };
}

/**
 * Like prepareAudit, for targets of one type.
 * @returns a function that prepares an entry for the action `verb` on the target with the given id
 */
export const prepareAuditOf =
  (type: string) =>
  (
    ctx: Context,
    actor: NewAuditEntry['actor'],
    id: string,
    verb: string,
    changes: Pick<NewAuditEntry, 'before' | 'after'>,
  ): PreparedAudit =>
    prepareAudit(ctx, { actor, action: `${type}.${verb}`, target: { type, id }, ...changes });

/**
 * Like prepareAudit, but for an entry that directly follows an INSERT in the batch: the entry
 * contains the id of the inserted row.
 * @param idAs where the id is written. `target`: the target's id; `member`: the target's id as
 *   `mem_…`; otherwise the name of a field of `after`
 */
export function prepareAuditOfInsert(
  ctx: Context,
  entry: Omit<NewAuditEntry, 'target'> & { target: { type: string; id?: string | number } },
  idAs: 'target' | 'member' | 'passkey_id',
): PreparedAudit {
  const { id = '', type } = entry.target;
  const row = toRow(ctx, { ...entry, target: { type, id } });
  return {
    statement: insertEntryOfInsert(ctx.db, row, idAs),
    announce: () => linkLater(ctx),
  };
}

export interface LinkedAudit {
  /** Statements that must directly follow the change in its batch, together and in this order. */
  statements: Statement[];
  /**
   * Schedules the linking of any entries that are still without a link. Must be called after the
   * commit.
   */
  announce: () => void;
}

/**
 * Like prepareAudit, but writes the entry's link in the same transaction. If other requests are
 * writing at the same time, the link is omitted and added later, so that requests do not wait for
 * one another.
 */
export async function prepareLinkedAudit(ctx: Context, entry: NewAuditEntry): Promise<LinkedAudit> {
  const { head, rows } = await readUnlinked(ctx.db, 1);
  const previous = head ?? BEFORE_FIRST;
  const row = toRow(ctx, entry);
  // Ids are consecutive and never reused, and no entry is deleted, so this is the id of the next
  // entry.
  const id = previous.entry_id + 1;
  const hash = await hashEntry(previous.hash, { id, ...row });
  const link = { entry_id: id, hash, after: previous.entry_id };
  return {
    statements: [
      insertEntryOfChange(ctx.db, row),
      ...(rows.length === 0 ? [appendLinkOfChange(ctx.db, link)] : []),
    ],
    announce: () => linkLater(ctx),
  };
}

function toRow(ctx: Context, { actor, target, action, before, after }: NewAuditEntry) {
  return {
    at_ms: ctx.now(),
    staff_id: actor.staffId ?? null,
    audience: actor.audience,
    tenant_id: actor.tenantId ?? '',
    action,
    target_type: target.type,
    target_id: String(target.id),
    ip: actor.ip ?? null,
    user_agent: actor.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
  } satisfies Omit<AuditRow, 'id'>;
}

/**
 * Schedules the linking of entries. If that fails, the next entry or the cron job adds the missing
 * links.
 */
const linkLater = (ctx: Context): void => ctx.defer(linkEntries(ctx).catch(() => undefined));

/**
 * Adds missing links, at most a thousand. Several calls may run at once: a link is appended only
 * directly after the link it was computed from, so the chain never forks, and a late call adds
 * nothing.
 */
export async function linkEntries(ctx: Pick<Context, 'db'>): Promise<void> {
  for (let batch = 0; batch < BATCHES_AT_ONCE; batch += 1) {
    const { head = BEFORE_FIRST, rows } = await readUnlinked(ctx.db, LINKS_PER_BATCH);
    let previous = head;
    const links: AuditLink[] = [];
    for (const row of rows) {
      previous = { entry_id: row.id, hash: await hashEntry(previous.hash, row) };
      links.push(previous);
    }
    if (links.length === 0 || !(await appendLinks(ctx.db, head.entry_id, links))) return;
  }
}
