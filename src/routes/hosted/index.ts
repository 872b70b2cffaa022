// The hosted verification page and its own API, for the browser a customer sent here.
import { createSurface } from '../../http/surface.ts';
import { registerAccount } from './account.ts';
import { registerHandoffs } from './handoffs.ts';
import { registerPage } from './page.ts';
import { registerSessions } from './sessions.ts';

export const hosted = createSurface();
registerSessions(hosted);
registerHandoffs(hosted);
registerAccount(hosted);
registerPage(hosted);
