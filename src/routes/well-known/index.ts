// Public documents about the service, in the plain form that their RFCs require.
import { cors } from 'hono/cors';
import { createSurface } from '../../http/surface.ts';
import { registerAuditHeads } from './audit-heads.ts';
import { registerChangePassword } from './change-password.ts';
import { registerJwks } from './jwks.ts';
import { registerOpenIdConfiguration } from './openid-configuration.ts';
import { registerPassDirectory } from './pass-directory.ts';
import { registerReceiptKeys } from './receipt-keys.ts';
import { registerSecurityTxt } from './security-txt.ts';
import { registerWebIdentity } from './web-identity.ts';

export const wellKnown = createSurface();
// Allows cross-origin requests from browsers (S-73). The data is public, so no credentials are
// needed.
wellKnown.options('/*', cors({ origin: '*', allowMethods: ['GET', 'HEAD'], maxAge: 3600 }));
wellKnown.use((c, next) => {
  c.header('Access-Control-Allow-Origin', '*');
  return next();
});
registerJwks(wellKnown);
registerAuditHeads(wellKnown);
registerReceiptKeys(wellKnown);
registerPassDirectory(wellKnown);
registerOpenIdConfiguration(wellKnown);
registerSecurityTxt(wellKnown);
registerChangePassword(wellKnown);
registerWebIdentity(wellKnown);
