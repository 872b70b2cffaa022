// The dashboard group: for a customer's own staff. Every route names the right it asks for, and sees nothing but
// that customer's data.
import { createSurface } from '../../http/surface.ts';
import { registerAnalytics } from './analytics.ts';
import { registerApiKeys } from './api-keys.ts';
import { registerDeliveries } from './deliveries.ts';
import { registerOAuthClients } from './oauth-clients.ts';
import { registerSessions } from './sessions.ts';
import { registerWebhooks } from './webhooks.ts';

export const dashboard = createSurface();
registerApiKeys(dashboard);
registerOAuthClients(dashboard);
registerWebhooks(dashboard);
registerDeliveries(dashboard);
registerSessions(dashboard);
registerAnalytics(dashboard);
