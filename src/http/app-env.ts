import type { Context } from '../context.ts';
import type { SignedInStaff } from '../domain/staff/sessions.ts';
import type { Principal } from '../domain/tenants/api-keys.ts';
import type { Visit } from './pages/visit.ts';

/** What middleware leaves for handlers. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    ctx: Context;
    requestId: string;
    /** Set on surfaces that speak a dated version. */
    apiVersion?: string;
    /** Set by http/auth/api-key.ts. */
    principal: Principal;
    /** Set by http/pages/visit.ts where pages are rendered. */
    visit?: Visit;
    /** Set by http/auth/staff.ts. */
    staff: SignedInStaff;
  };
}
