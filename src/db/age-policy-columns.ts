// What of a customer decides about ages that were shown before, for queries that join its row.
import { tenants } from './schema/index.ts';

export const AGE_POLICY_COLUMNS = {
  policy: tenants.policy,
  context: tenants.policy_context,
  days: tenants.max_proof_age_days,
  recheck: tenants.recheck,
};
