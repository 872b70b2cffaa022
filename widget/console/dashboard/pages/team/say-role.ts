import { ROLES } from '../../../../../src/domain/customers/team/rights.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';

/** @returns the wire's name for one that is not known here */
export function sayRole(role: string, t: ConsoleTexts): string {
  const known = ROLES.find((each) => each === role);
  return known === undefined ? role : t(`role.${known}`);
}
