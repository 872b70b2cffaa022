// What an entry of the audit says was done, in words.
import { SIGN_IN_ACTIONS } from '../audit/sign-in-actions.ts';
import type { ConsoleTexts } from '../texts/languages.ts';

/** Those that operators leave; an entry may have another one, of a later version. */
export const ACTIONS = [
  'account.suspend',
  'account.unsuspend',
  'account.unlock',
  'account.force_logout',
  'account.delete',
  'verified_age.revoke',
  'tenant.create',
  'tenant.update',
  'tenant.suspend',
  'tenant.unsuspend',
  'tenant.confirm_name',
  'tenant.withdraw_name',
  'team.invite',
  'oauth_client.update',
  'signing_key.publish',
  'wallet_anchor.add',
  'wallet_anchor.remove',
  'admin.create',
  'admin.join',
  'admin.update',
  'admin.force_logout',
  'admin.delete',
  ...SIGN_IN_ACTIONS,
] as const;

/** @returns the wire's name for one that is not known here */
export function sayAction(action: string, t: ConsoleTexts): string {
  const known = ACTIONS.find((each) => each === action);
  return known === undefined ? action : t(`action.${known}`);
}
