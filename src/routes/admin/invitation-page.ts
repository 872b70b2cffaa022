// The page that a new operator's invitation link opens. It asks for a password and signs the
// browser in to the console, which first asks for a second factor (D-63).
import { acceptOperatorLink } from '../../domain/customers/admins/operator-link.ts';
import { setConsoleCookie } from '../../http/auth/console-cookie.ts';
import { setKnownDeviceCookie } from '../../http/auth/known-device-cookie.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { newPasswordLink } from '../staff/new-password-link.tsx';
import { ADMIN } from './staff-group.ts';

/** The page's path under /admin/v1; scripts/operator-link.ts prints links to it. */
export const INVITATION_PAGE_PATH = '/auth/invitation-page';
/**
 * Where the browser goes once the password is set: a page of the console, which reads the session
 * from the cookie (widget/console/sign-in/addresses.ts).
 */
const JOINED = '/admin/joined';

export const invitationPage = newPasswordLink(ADMIN, {
  path: INVITATION_PAGE_PATH,
  name: 'InvitationPage',
  summary: 'become an operator',
  texts: { title: 'invitation.title', text: 'invitation.text', action: 'invitation.action' },
  redeem: async (c, values) => {
    const tokens = await acceptOperatorLink(c.get('ctx'), values, callerOf(c));
    setConsoleCookie(c, ADMIN.audience, tokens.refreshToken);
    setKnownDeviceCookie(c, tokens.knownDevice);
  },
  done: { leadsTo: JOINED },
});
