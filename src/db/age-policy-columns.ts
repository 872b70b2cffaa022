// The columns of a customer that decide whether an earlier age still counts, for queries that join
// its row.
import { tenants } from './schema/index.ts';

export const AGE_POLICY_COLUMNS = {
  policy: tenants.policy,
  context: tenants.policy_context,
  days: tenants.max_proof_age_days,
  recheck: tenants.recheck,
};
