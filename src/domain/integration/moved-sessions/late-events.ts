// Events of sessions whose list rows may already be in a ledger (D-177): erasures, and retakes of
// sessions that ended long ago.
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import type { LedgerOwner, VolumeRef } from '../../platform/ledgers/volume.ts';
import { ledgerAt } from '../../platform/ledgers/volume-refs.ts';
import { selectVolumesOf } from '../../platform/ledgers/volume-store.ts';
import { FIRST_PARTY_TENANT_ID } from '../../verification/rules/age/account-age.ts';
import { foldFunnel } from '../../verification/rules/session/folded-funnel.ts';
import type { SessionEvent } from '../../verification/rules/session/result.ts';
import { columnsOf } from '../../verification/store.ts';
import { mayBeMoved } from '../../verification/rules/session/moved-rows.ts';
import type {
  ErasedInVolume,
  LedgerSession,
} from '../../verification/session-list/ledger-session.ts';
import { returnRows, rowsMustExist, selectActive, selectPresent } from './moved-store.ts';

type Moved = { id: string } & LedgerOwner;

interface AppliedEvents {
  /** The events to write to D1. */
  events: SessionEvent[];
  /** Statements to run before the events are written, in the same transaction. */
  before: Statement[];
  /** The sessions that are erased in ledgers, now or earlier; their events must be redacted. */
  erased: Moved[];
}

/**
 * Applies late events to rows in ledgers. An erasure changes the row in the ledger. Any other
 * change brings the row back to D1, whose triggers keep the counts correct; moveSessions later
 * moves it to a ledger again.
 * @throws any error from D1 or an object; repeating the events is safe
 */
export async function applyLateEvents(
  ctx: Context,
  events: readonly SessionEvent[],
): Promise<AppliedEvents> {
  const late = events.filter(({ row }) => mayBeMoved(row.completedAtMs, ctx.now()));
  if (late.length === 0) return { events: [...events], before: [], erased: [] };
  const { present, volumes, active } = await locate(ctx, late);
  const absent = late.filter(({ row }) => !present.has(row.id));
  const inLedgers = await applyInLedgers(ctx, absent, volumes);
  const isDropped = ({ row }: SessionEvent): boolean =>
    inLedgers.applied.has(row.id) ||
    // The rows of a customer that has ended are gone, and nothing may create them again.
    (absent.some((event) => event.row.id === row.id) && !active.has(row.tenantId));
  const kept = [...new Set(late.map(({ row }) => row.id))].filter((id) => present.has(id));
  return {
    events: events.filter((event) => !isDropped(event)),
    before: [
      ...(kept.length > 0 ? [rowsMustExist(ctx.db, kept)] : []),
      ...(inLedgers.returned.length > 0 ? [returnRows(ctx.db, inLedgers.returned)] : []),
    ],
    erased: inLedgers.erased,
  };
}

/** Looks up the rows in D1, the customers' volumes, and the customers that have not ended. */
async function locate(ctx: Context, late: readonly SessionEvent[]) {
  const ids = [...new Set(late.map(({ row }) => row.id))];
  const tenantIds = [...new Set(late.map(({ row }) => row.tenantId))];
  const [rows, volumes, active] = await ctx.db.batch([
    selectPresent(ctx.db, ids),
    selectVolumesOf(ctx.db, tenantIds),
    selectActive(ctx.db, tenantIds),
  ]);
  return {
    present: new Set(rows.map(({ id }) => id)),
    volumes,
    active: new Set([FIRST_PARTY_TENANT_ID, ...active.map(({ id }) => id)]),
  };
}

interface InLedgers {
  /** Ids of sessions whose events need no row in D1. */
  applied: Set<string>;
  returned: { owner: LedgerOwner; row: LedgerSession }[];
  erased: Moved[];
}

const NOTHING_ERASED: ErasedInVolume = { erased: [], changed: [] };

async function applyInLedgers(
  ctx: Context,
  absent: readonly SessionEvent[],
  volumes: readonly VolumeRef[],
): Promise<InLedgers> {
  const result: InLedgers = { applied: new Set(), returned: [], erased: [] };
  await Promise.all(
    volumes.map(async (volume) => {
      const owner = { tenantId: volume.tenantId, test: volume.test };
      const theirs = absent.filter(
        ({ row }) => row.tenantId === owner.tenantId && row.test === owner.test,
      );
      if (theirs.length === 0) return;
      const ledger = ledgerAt(ctx, volume);
      const erasures = theirs.filter(({ row }) => row.erasedAtMs !== null);
      const others = theirs.filter(({ row }) => row.erasedAtMs === null);
      const [{ erased, changed }, rows] = await Promise.all([
        erasures.length > 0 ? ledger.eraseSessions(erasures.map(toLedgerSession)) : NOTHING_ERASED,
        others.length > 0 ? ledger.findSessions(others.map(({ row }) => row.id)) : [],
      ]);
      const erasedBefore: string[] = [];
      const returned = new Map(changed.map((row) => [row.id, row]));
      for (const row of rows)
        if (others.some((event) => event.row.id === row.id && event.row.version > row.version))
          returned.set(row.id, row);
        else if (!returned.has(row.id)) {
          result.applied.add(row.id);
          // The session was erased earlier, but this event may be recorded only now, so it has to
          // be redacted.
          if (row.erased_at_ms !== null) erasedBefore.push(row.id);
        }
      for (const row of returned.values()) result.returned.push({ owner, row });
      for (const id of [...erased, ...erasedBefore].filter((one) => !returned.has(one))) {
        result.applied.add(id);
        result.erased.push({ id, ...owner });
      }
    }),
  );
  return result;
}

function toLedgerSession({ row, funnel }: SessionEvent): LedgerSession {
  const { tenant_id: _tenant, test: _test, ...columns } = columnsOf(row);
  return { ...columns, funnel: funnel.length === 0 ? null : foldFunnel(funnel) };
}
