// The API for SDKs, with dated versions: sessions, events, webhooks and the request log for a
// customer's backend, and branding and status for its pages. Verification itself has its own API
// (routes/verify).
import { apiVersion } from '../../http/api-version.ts';
import { logForCustomer } from '../../http/auth/request-log.ts';
import { createSurface } from '../../http/surface.ts';
import { registerEvents } from './events.ts';
import { registerPages } from './pages.ts';
import { registerRequests } from './requests.ts';
import { registerSessions } from './sessions.ts';
import { registerWebhooks } from './webhooks.ts';

export const sdk = createSurface({ exact: true });
sdk.use(apiVersion, logForCustomer);
registerPages(sdk);
registerSessions(sdk);
registerEvents(sdk);
registerWebhooks(sdk);
registerRequests(sdk);
