// The admin group: for the people who run the service. Every route names the right it asks for.
import { createSurface } from '../../http/surface.ts';
import { registerAccountActions } from './account-actions.ts';
import { registerAccountBelongings } from './account-belongings.ts';
import { registerAccounts } from './accounts.ts';
import { registerAdmins } from './admins.ts';
import { registerAnalytics } from './analytics.ts';
import { registerAudit } from './audit.ts';
import { registerPasskeys } from './passkeys.ts';
import { registerPassword } from './password.ts';
import { RESET_PAGE_PATH, resetPage } from './reset-page.tsx';
import { registerSessions } from './sessions.ts';
import { registerSignIn } from './sign-in.ts';
import { registerTwoFactor } from './two-factor.ts';

export const admin = createSurface();
registerSignIn(admin);
registerTwoFactor(admin);
registerPassword(admin);
admin.route(RESET_PAGE_PATH, resetPage);
registerPasskeys(admin);
registerSessions(admin);
registerAdmins(admin);
registerAccounts(admin);
registerAccountBelongings(admin);
registerAccountActions(admin);
registerAnalytics(admin);
registerAudit(admin);
