// The page that an invitation link opens: it asks for a password.
import { acceptInvitation } from '../../domain/team-membership/invitations.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { newPasswordLink } from '../staff/new-password-link.tsx';
import { DASHBOARD } from './staff-group.ts';

/** Below /dashboard/v1; domain/team/invitations.ts puts the link into mails. */
export const INVITATION_PAGE_PATH = '/auth/invitation-page';

export const invitationPage = newPasswordLink(DASHBOARD, {
  path: INVITATION_PAGE_PATH,
  name: 'InvitationPage',
  summary: 'join a team',
  texts: { title: 'invitation.title', text: 'invitation.text', action: 'invitation.action' },
  redeem: (c, values) => acceptInvitation(c.get('ctx'), values, callerOf(c)),
  done: ['invitation.title', 'invitation.done'],
});
