import type { ErrorHandler } from 'hono';
import type { Context } from '../context.ts';
import type { Provisioner } from '../domain/customers/provisioning/scim-token.ts';
import type { SignedInStaff } from '../domain/customers/staff/sessions.ts';
import type { Principal } from '../domain/verification/customer.ts';
import type { Viewer } from './pages/page-viewer.ts';

/** Variables that middleware sets for handlers. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    ctx: Context;
    requestId: string;
    /** Renders errors for the surface of the request; set by http/surface.ts. */
    renderThrown?: ErrorHandler<AppEnv>;
    /** Present only on surfaces with dated versions. */
    apiVersion?: string;
    /** The caller whose API key has been verified; set by http/auth/api-key.ts. */
    principal: Principal;
    /** The facts about the viewer of a rendered page; set by http/pages/viewer.ts. */
    viewer?: Viewer;
    /** The signed-in member of staff; set by http/auth/staff.ts. */
    staff: SignedInStaff;
    /** The directory that the token belongs to; set by http/auth/scim-token.ts. */
    provisioner: Provisioner;
  };
}
