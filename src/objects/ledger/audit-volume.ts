// The part of a ledger's volume that handles a customer's audit log (D-183). outcome-volume.ts
// handles figures, session-volume.ts sessions, and ledger.ts everything else.
import type {
  AuditEvidence,
  EntryCounts,
  EntryPart,
  MovedEntry,
  WantedEntries,
  WantedEvidence,
} from '../../domain/platform/audit/moved-entries.ts';
import { AuditEntries } from './audit-entries.ts';
import { OutcomeVolume } from './outcome-volume.ts';

export abstract class AuditVolume extends OutcomeVolume {
  protected readonly audit = new AuditEntries(this.ctx.storage);

  /**
   * Stores audit entries. Even a sealed volume accepts them, because all entries of a customer are
   * in its first volume. Repeating the call changes nothing.
   */
  async putAudit(entries: readonly MovedEntry[]): Promise<void> {
    // Tables are created outside the transaction: the store remembers that they exist, which a
    // rollback would not undo.
    this.audit.prepare();
    this.ctx.storage.transactionSync(() => this.audit.put(entries));
  }

  async countAudit(wanted: WantedEntries): Promise<EntryCounts> {
    return this.audit.count(wanted);
  }

  /** @returns one part of the list, newest first */
  async listAudit(wanted: WantedEntries, part: EntryPart): Promise<MovedEntry[]> {
    return this.audit.list(wanted, part);
  }

  async readAuditEvidence(wanted: WantedEvidence): Promise<AuditEvidence> {
    return this.audit.readEvidence(wanted);
  }
}
