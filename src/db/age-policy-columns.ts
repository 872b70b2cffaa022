// The columns of a customer's row that determine whether the customer still accepts an age that was
// proved earlier, for queries that join that row.
import { tenants } from './schema/index.ts';

export const AGE_POLICY_COLUMNS = {
  policy: tenants.policy,
  context: tenants.policy_context,
  days: tenants.max_proof_age_days,
  recheck: tenants.recheck,
};
