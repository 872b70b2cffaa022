// The part of a ledger's volume that handles a customer's figures (D-178, D-181).
// session-volume.ts adds sessions, and ledger.ts adds everything else.
import { DurableObject } from 'cloudflare:workers';
import type {
  LedgerSums,
  OutcomePart,
  WantedParts,
} from '../../domain/operations/analytics/outcomes.ts';
import { OutcomeParts } from './outcome-parts.ts';

export abstract class OutcomeVolume extends DurableObject<Env> {
  protected readonly outcomes = new OutcomeParts(this.ctx.storage);

  /**
   * Stores outcome parts, in numerical order. Even a sealed volume accepts them, because all parts
   * of a customer are in its first volume. Repeating the call changes nothing.
   */
  async putOutcomes(parts: readonly OutcomePart[]): Promise<void> {
    this.outcomes.put(parts);
  }

  async sumParts(wanted: WantedParts): Promise<LedgerSums> {
    return this.outcomes.sum(wanted);
  }
}
