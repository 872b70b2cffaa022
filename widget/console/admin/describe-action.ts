// Describes the action of an audit entry in words.
import { SIGN_IN_ACTIONS } from '../audit/sign-in-actions.ts';
import type { ConsoleTexts } from '../texts/languages.ts';

/**
 * The operators' actions that this console knows. A later version of the service may record others.
 */
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
  'certificate.add',
  'certificate.replace',
  'certificate.withdraw',
  'incident.write',
  'incident.change',
  'incident.withdraw',
  'admin.create',
  'admin.join',
  'admin.update',
  'admin.force_logout',
  'admin.delete',
  'admin.sso_unlink',
  'sso.set',
  'sso.update',
  'sso.remove',
  'auth.break_glass',
  'auth.sso_link',
  'auth.sso_logout',
  'auth.sso_refused',
  ...SIGN_IN_ACTIONS,
] as const;

/** @returns the action in words, or its API name if this console does not know the action */
export function describeAction(action: string, t: ConsoleTexts): string {
  const known = ACTIONS.find((each) => each === action);
  return known === undefined ? action : t(`action.${known}`);
}
