// What an entry of the customer's audit says was done, in words.
import { SIGN_IN_ACTIONS } from '../../../audit/sign-in-actions.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';

/** An entry may have another one, of a later version. */
export const ACTIONS = [
  'settings.update',
  'api_key.create',
  'api_key.update',
  'api_key.rotate',
  'api_key.revoke',
  'webhook.create',
  'webhook.update',
  'webhook.verify',
  'webhook.rotate_secret',
  'webhook.test',
  'webhook.replay_failed',
  'webhook.disable',
  'webhook.delete',
  'delivery.replay',
  'event.resend',
  'oauth_client.create',
  'oauth_client.update',
  'oauth_client.rotate_secret',
  'oauth_client.delete',
  'session.try',
  'session.retake',
  'session.erase',
  'session.export',
  'compliance_pack.create',
  'review.open',
  'review.look',
  'review.decide',
  'review.decide_refused',
  'blacklist.add',
  'blacklist.remove',
  'face.erase',
  'team.invite',
  'team.revoke_invitation',
  'team.join',
  'team.update',
  'team.force_logout',
  'team.remove',
  'tenant.create',
  'tenant.update',
  'tenant.suspend',
  'tenant.unsuspend',
  'tenant.confirm_name',
  'tenant.withdraw_name',
  ...SIGN_IN_ACTIONS,
  'auth.email_verify',
] as const;

/** @returns the wire's name for one that is not known here */
export function sayAction(action: string, t: ConsoleTexts): string {
  const known = ACTIONS.find((each) => each === action);
  return known === undefined ? action : t(`action.${known}`);
}
