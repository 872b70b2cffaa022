import { makeDashboardTenant } from './dashboard.ts';
import { newInbox } from './inbox.ts';
import { WebhookWorld } from './webhook-world.ts';

/** A customer, the queue of its webhooks, and where its receivers listen. */
export const makeWebhookTenant = async () => ({
  tenant: await makeDashboardTenant(),
  world: new WebhookWorld(),
  inbox: newInbox(),
});
