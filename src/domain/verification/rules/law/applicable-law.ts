// Determines the law that a new session must apply (D-157) from its request and the customer's
// settings. Pure.
import type { Jurisdiction } from '../../../../config/jurisdiction.ts';
import type { LawContext } from '../../../../config/law-contexts.ts';
import { AppError, type ErrorCode } from '../../../../errors.ts';
import { isKnown } from '../../../terms/rules-of-law.ts';

/** The customer's settings that determine the law. */
export interface PolicySettings {
  /** The jurisdiction: `auto` for the visitor's country, otherwise an ISO 3166-1 or 3166-2 code. */
  by: 'auto' | (string & {});
  /** The kind of content, for a request that does not specify one. */
  context: LawContext;
}

/** The members of a request that determine the law. */
interface LawRequest {
  context?: LawContext;
  jurisdiction?: string;
}

type ApplicableLaw =
  | { context: LawContext; by: 'country' }
  /**
   * @member jurisdictions the jurisdictions whose laws all apply
   * @member named the jurisdiction that appears in results
   */
  | { context: LawContext; by: 'jurisdiction'; jurisdictions: string[]; named: string };

/**
 * @returns undefined when no law is to be applied: a context alone specifies the kind of content,
 *   but no jurisdiction
 * @throws AppError VALIDATION_FAILED for an unknown jurisdiction, or for a jurisdiction without a
 *   context
 */
export function applicableLaw(
  files: readonly Jurisdiction[],
  settings: PolicySettings | undefined,
  { context: asked, jurisdiction }: LawRequest,
): ApplicableLaw | undefined {
  if (jurisdiction !== undefined && !isKnown(files, jurisdiction))
    throw fault(
      'jurisdiction',
      `No rules of ${jurisdiction} are known here. Leave jurisdiction out, and your own settings decide.`,
    );
  const context = asked ?? settings?.context;
  if (context === undefined) {
    if (jurisdiction === undefined) return undefined;
    throw fault('context', 'jurisdiction also requires context.');
  }
  const fixed = settings === undefined || settings.by === 'auto' ? undefined : settings.by;
  // Both jurisdictions apply: the request can add a jurisdiction, but cannot replace the one in the
  // settings.
  const jurisdictions = [jurisdiction, fixed].filter((one) => one !== undefined);
  const [named] = jurisdictions;
  if (named !== undefined) return { context, by: 'jurisdiction', jurisdictions, named };
  return settings === undefined ? undefined : { context, by: 'country' };
}

const fault = (field: string, message: string): AppError =>
  new AppError('VALIDATION_FAILED' satisfies ErrorCode, message, { fields: [{ field, message }] });
