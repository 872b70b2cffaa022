// Which law a new session asks for (D-157): what its request and the customer's settings say, joined. Pure.
import type { Jurisdiction } from '../../../../config/jurisdiction.ts';
import type { LawContext } from '../../../../config/law-contexts.ts';
import { AppError, type ErrorCode } from '../../../../errors.ts';
import { isKnown } from '../../../terms/rules-of-law.ts';

/** As the customer's settings say it. */
export interface PolicySettings {
  /** `auto`: by the visitor's country. Else ISO 3166-1 or 3166-2. */
  by: 'auto' | (string & {});
  /** Where a request names none. */
  context: LawContext;
}

/** As a request says it. */
interface LawRequest {
  context?: LawContext;
  jurisdiction?: string;
}

type AskedLaw =
  | { context: LawContext; by: 'country' }
  /** @member jurisdictions all hold @member named the one that results name */
  | { context: LawContext; by: 'jurisdiction'; jurisdictions: string[]; named: string };

/**
 * @returns undefined where no law is asked for: a context alone says what is sold, and not whose law holds
 * @throws AppError VALIDATION_FAILED for a jurisdiction that nothing is known of, or one without a context
 */
export function askedLaw(
  files: readonly Jurisdiction[],
  settings: PolicySettings | undefined,
  { context: asked, jurisdiction }: LawRequest,
): AskedLaw | undefined {
  if (jurisdiction !== undefined && !isKnown(files, jurisdiction))
    throw fault(
      'jurisdiction',
      `No rules of ${jurisdiction} are known here. Leave jurisdiction out, and your own settings decide.`,
    );
  const context = asked ?? settings?.context;
  if (context === undefined) {
    if (jurisdiction === undefined) return undefined;
    throw fault('context', 'jurisdiction says whose law holds: context has to say what for.');
  }
  const fixed = settings === undefined || settings.by === 'auto' ? undefined : settings.by;
  // Both hold: a request narrows what the settings ask, and takes nothing away.
  const jurisdictions = [jurisdiction, fixed].filter((one) => one !== undefined);
  const [named] = jurisdictions;
  if (named !== undefined) return { context, by: 'jurisdiction', jurisdictions, named };
  return settings === undefined ? undefined : { context, by: 'country' };
}

const fault = (field: string, message: string): AppError =>
  new AppError('VALIDATION_FAILED' satisfies ErrorCode, message, { fields: [{ field, message }] });
