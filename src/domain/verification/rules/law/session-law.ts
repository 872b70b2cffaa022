// Applies the law of the visitor's country when the page is opened, if the session's law is still
// pending (D-157). Pure.
import type { SessionRecord } from '../session/session.ts';

/** Whether this session cannot meet the law that was selected when its page was opened. */
export const cannotMeetLaw = ({ law }: SessionRecord): boolean =>
  law?.policy?.missing !== undefined;

/**
 * @param country ISO 3166-1 alpha-2, the country of the visitor who opens the page
 * @returns the record under the law of that country, which stays in force when the page is opened
 *   again; the unchanged record when no law is pending
 */
export function underLawOf(record: SessionRecord, country: string | undefined): SessionRecord {
  const { byCountry } = record.law ?? {};
  if (byCountry === undefined) return record;
  const plan = byCountry.plans.find(({ countries }) =>
    country === undefined ? false : countries.includes(country),
  );
  const policy = {
    ...(country !== undefined && { jurisdiction: country }),
    ...(plan?.policy ?? byCountry.elsewhere),
  };
  const frozen = { ...record, law: { policy } };
  if (plan?.session === undefined) return frozen;
  const { request, offer, ageMarginYears, retentionDays } = plan.session;
  return {
    ...frozen,
    request: { ...record.request, ...request },
    offer,
    tenant: { ...record.tenant, ageMarginYears, retentionDays },
  };
}
