// A customer with a signed-in owner, and requests to the dashboard API.
import { callWithToken } from '../customer/api.ts';
import { makeMember } from './members.ts';
import type { TestStaff } from './staff.ts';
import { makeTenant, type TenantOptions, type TestTenant } from '../customer/tenants.ts';

export interface DashboardTenant extends TestTenant {
  owner: TestStaff;
}

/** Creates a customer with API keys and a signed-in owner. */
export async function makeDashboardTenant(options: TenantOptions = {}): Promise<DashboardTenant> {
  const tenant = await makeTenant(options);
  return { ...tenant, owner: await makeMember(tenant.id) };
}

/** Sends a request to the dashboard API. */
export const ask = callWithToken('/dashboard/v1');
