// The page that an invitation link opens: it asks for a password, and signs the browser in to the
// console.
import { acceptInvitation } from '../../domain/customers/team-membership/invitations.ts';
import { setConsoleCookie } from '../../http/auth/console-cookie.ts';
import { setKnownDeviceCookie } from '../../http/auth/known-device-cookie.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { newPasswordLink } from '../staff/new-password-link.tsx';
import { DASHBOARD } from './staff-group.ts';

/**
 * The page's path under /dashboard/v1; domain/customers/team-membership/invitations.ts emails links
 * to it.
 */
export const INVITATION_PAGE_PATH = '/auth/invitation-page';
/**
 * Where the browser goes once the password is set: a page of the console, which reads the session
 * from the cookie (widget/console/sign-in/addresses.ts).
 */
const JOINED = '/dashboard/joined';

export const invitationPage = newPasswordLink(DASHBOARD, {
  path: INVITATION_PAGE_PATH,
  name: 'InvitationPage',
  summary: 'join a team',
  texts: { title: 'invitation.title', text: 'invitation.text', action: 'invitation.action' },
  redeem: async (c, values) => {
    const tokens = await acceptInvitation(c.get('ctx'), values, callerOf(c));
    setConsoleCookie(c, DASHBOARD.audience, tokens.refreshToken);
    setKnownDeviceCookie(c, tokens.knownDevice);
  },
  done: { leadsTo: JOINED },
});
