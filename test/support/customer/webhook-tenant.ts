import { type DashboardTenant, makeDashboardTenant } from '../staff/dashboard.ts';
import { newInbox } from './inbox.ts';
import { WebhookWorld } from './webhook-world.ts';

/** A customer, the clock and webhook queue of its test, and its inbox at the test receiver. */
export interface WebhookTenant {
  tenant: DashboardTenant;
  world: WebhookWorld;
  inbox: string;
}

export const makeWebhookTenant = async (): Promise<WebhookTenant> => ({
  tenant: await makeDashboardTenant(),
  world: new WebhookWorld(),
  inbox: newInbox(),
});
