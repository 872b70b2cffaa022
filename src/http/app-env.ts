import type { Context } from '../context.ts';
import type { Principal } from '../domain/tenants/api-keys.ts';

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
  };
}
