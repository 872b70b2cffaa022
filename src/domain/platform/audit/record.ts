// Writing the audit: one entry per write and per sign-in, without secrets. Entries are numbered by the database
// in the order of their commit; links of the hash chain follow in that order, whichever request adds them.
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

/** Three statements of a run's 700 (bench/nightly). */
const LINKS_PER_BATCH = 250;
/** A thousand entries; the next call takes the rest. */
const BATCHES_AT_ONCE = 4;
const BEFORE_FIRST: AuditLink = { entry_id: 0, hash: CHAIN_START };

/** Who acts, and from where. */
export interface Actor {
  audience: 'admin' | 'dashboard' | 'scim' | 'system';
  /** Absent without a sign-in. */
  staffId?: number;
  /** The customer whose own log shows it. */
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

/** @param from where the request comes from */
export const actorFor = (
  { id: staffId, audience, tenantId }: ActingMember,
  from: Pick<Actor, 'ip' | 'userAgent'>,
): Actor => ({ audience, staffId, ...(tenantId !== undefined && { tenantId }), ...from });

/** Somebody who acts for one customer, and on nothing but that customer's own. */
export type TenantActor = Actor & { tenantId: string };

export type AuditFields = Readonly<Record<string, string | number | boolean | null>>;

export interface NewAuditEntry {
  actor: Actor;
  /** `<noun>.<verb>`, such as `account.suspend`. */
  action: string;
  target: { type: string; id: string | number };
  /** Changed fields only; never a secret, a password or a token. */
  before?: AuditFields;
  after?: AuditFields;
}

/** User agents are shown, not parsed: the beginning says it all. */
const MAX_USER_AGENT = 300;

/** Appends an entry. It can be read at once; its link is added after the answer. */
export async function recordAudit(ctx: Context, entry: NewAuditEntry): Promise<void> {
  await insertEntry(ctx.db, toRow(ctx, entry));
  linkLater(ctx);
}

export interface PreparedAudit {
  /**
   * Goes into the batch directly behind the statement that changes: an entry is written exactly when that one
   * changed a row.
   */
  statement: Statement;
  /** Call it once the batch is through. */
  announce: () => void;
}

/** For a change that is written together with its entry, or not at all. */
export function prepareAudit(ctx: Context, entry: NewAuditEntry): PreparedAudit {
  return {
    statement: insertEntryOfChange(ctx.db, toRow(ctx, entry)),
    announce: () => linkLater(ctx),
  };
}

/** As prepareAudit, of things of one kind. @returns writes the entry of `verb` on that with this id */
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
 * As prepareAudit, directly behind an INSERT: the entry names the id of the row that was made.
 * @param idAs `target`: as its target's; `member`: so, as `mem_…`; otherwise as this field of `after`
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
  /** Go into the batch directly behind the statement that changes, together and in this order. */
  statements: Statement[];
  /** Call it once the batch is through. */
  announce: () => void;
}

/**
 * As prepareAudit, with the entry's link in the same transaction. Where others write at that very moment the link
 * is left out and follows later, so that no request waits for another.
 */
export async function prepareLinkedAudit(ctx: Context, entry: NewAuditEntry): Promise<LinkedAudit> {
  const { head, rows } = await readUnlinked(ctx.db, 1);
  const previous = head ?? BEFORE_FIRST;
  const row = toRow(ctx, entry);
  // Ids are given in order and never again, and no entry goes: this one will be the next.
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

/** What fails here is made good with the next entry, or by cron. */
const linkLater = (ctx: Context): void => ctx.defer(linkEntries(ctx).catch(() => undefined));

/**
 * Adds the links that are missing, a thousand at most. Several may do so at once: a link is appended only behind the one it was
 * computed from, so the chain never forks; who comes late adds nothing.
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
