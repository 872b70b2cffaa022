// Browser sign-in to the consoles. Integrations must use /dashboard/v1 and /admin/v1 instead.
import { createSurface } from '../../http/surface.ts';
import { ADMIN } from '../admin/staff-group.ts';
import { DASHBOARD } from '../dashboard/staff-group.ts';
import { registerPasskeySignIn } from './passkey.ts';
import { registerSession } from './session.ts';
import { registerSignIn } from './sign-in.ts';
import { registerSingleSignOn } from './single-sign-on.ts';
import { registerSsoLogout } from './sso-logout.ts';
import { registerSignUp } from './sign-up.ts';

export const consoles = createSurface();
for (const group of [DASHBOARD, ADMIN]) {
  registerSignIn(consoles, group);
  registerSession(consoles, group);
  registerPasskeySignIn(consoles, group);
}
registerSignUp(consoles);
registerSingleSignOn(consoles);
registerSsoLogout(consoles);
