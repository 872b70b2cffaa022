// The admin group: for the people who run the service. Every route names the right it requires.
import { createSurface } from '../../http/surface.ts';
import { registerAccountActions } from './account-actions.ts';
import { registerAccountBelongings } from './account-belongings.ts';
import { registerAccounts } from './accounts.ts';
import { registerAdmins } from './admins.ts';
import { registerAnalytics } from './analytics.ts';
import { registerAudit } from './audit.ts';
import { registerPasskeys } from './passkeys.ts';
import { ADMIN } from './staff-group.ts';
import { registerPassword } from '../staff/password.ts';
import { RESET_PAGE_PATH, resetPageOf } from '../staff/reset-page.ts';
import { registerOwnSessions } from '../staff/sessions.ts';
import { registerSignIn } from '../staff/sign-in.ts';
import { registerTwoFactor } from '../staff/two-factor.ts';

export const admin = createSurface();
registerSignIn(admin, ADMIN);
registerTwoFactor(admin, ADMIN);
registerPassword(admin, ADMIN);
admin.route(RESET_PAGE_PATH, resetPageOf(ADMIN));
registerPasskeys(admin);
registerOwnSessions(admin, ADMIN);
registerAdmins(admin);
registerAccounts(admin);
registerAccountBelongings(admin);
registerAccountActions(admin);
registerAnalytics(admin);
registerAudit(admin);
