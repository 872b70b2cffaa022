import { ROLES } from '../../../../../src/domain/customers/team/rights.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';

/** @returns the role in words, or its API name if this console does not know the role */
export function describeRole(role: string, t: ConsoleTexts): string {
  const known = ROLES.find((each) => each === role);
  return known === undefined ? role : t(`role.${known}`);
}
