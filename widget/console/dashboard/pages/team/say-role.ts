import { ROLES } from '../../../../../src/domain/customers/team/rights.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';

/** @returns the wire's name for a role that this console does not know */
export function sayRole(role: string, t: ConsoleTexts): string {
  const known = ROLES.find((each) => each === role);
  return known === undefined ? role : t(`role.${known}`);
}
