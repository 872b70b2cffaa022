// The dashboard group: for a customer's own staff. Every route names the right it asks for, and sees nothing but
// that customer's data.
import { createSurface } from '../../http/surface.ts';
import { registerPassword } from '../staff/password.ts';
import { RESET_PAGE_PATH, resetPageOf } from '../staff/reset-page.tsx';
import { registerOwnSessions } from '../staff/sessions.ts';
import { registerSignIn } from '../staff/sign-in.ts';
import { registerTwoFactor } from '../staff/two-factor.ts';
import { registerAnalytics } from './analytics.ts';
import { registerApiKeys } from './api-keys.ts';
import { registerDeliveries } from './deliveries.ts';
import { registerOAuthClients } from './oauth-clients.ts';
import { registerRegister } from './register.ts';
import { registerSessions } from './sessions.ts';
import { registerSettings } from './settings.ts';
import { DASHBOARD } from './staff-group.ts';
import { VERIFY_PAGE_PATH, verifyPage } from './verify-page.tsx';
import { registerWebhooks } from './webhooks.ts';

export const dashboard = createSurface();
registerRegister(dashboard);
dashboard.route(VERIFY_PAGE_PATH, verifyPage);
registerSignIn(dashboard, DASHBOARD);
registerTwoFactor(dashboard, DASHBOARD);
registerPassword(dashboard, DASHBOARD);
dashboard.route(RESET_PAGE_PATH, resetPageOf(DASHBOARD));
registerOwnSessions(dashboard, DASHBOARD);
registerApiKeys(dashboard);
registerOAuthClients(dashboard);
registerWebhooks(dashboard);
registerDeliveries(dashboard);
registerSessions(dashboard);
registerAnalytics(dashboard);
registerSettings(dashboard);
