// The sign-in provider: requests that come through browsers, and token endpoints for sites. Errors
// from the token endpoints have the format of RFC 6749.
import { answerPreflight } from '../../http/auth/client-of-origin.ts';
import { createSurface } from '../../http/surface.ts';
import { renderOAuthError } from '../../http/oauth-errors.ts';
import { renderErrorAsWanted } from '../../http/pages/error-page.tsx';
import { registerAuthorize } from './authorize.ts';
import { registerConsentInfo } from './consent-info.ts';
import { registerDeviceAuthorization } from './device-authorization.ts';
import { registerFedcm } from './fedcm.ts';
import { registerIntrospect } from './introspect.ts';
import { registerLogout } from './logout.ts';
import { registerPar } from './par.ts';
import { registerRevoke } from './revoke.ts';
import { registerToken } from './token.ts';
import { registerUserinfo } from './userinfo.ts';

const tokens = createSurface({ renderThrown: renderOAuthError });
// RFC 9110 6.6.1: a server with a clock sends its time. Cloudflare adds the header if it is
// missing; the runtime alone does not. The header is set before the response exists, because Hono
// copies a finished response to add a header.
tokens.use('*', (c, next) => {
  c.header('Date', new Date(c.get('ctx').now()).toUTCString());
  return next();
});
for (const path of ['/par', '/device_authorization', '/token', '/revoke', '/userinfo'])
  tokens.use(path, answerPreflight);
registerPar(tokens);
registerDeviceAuthorization(tokens);
registerToken(tokens);
registerIntrospect(tokens);
registerRevoke(tokens);
registerUserinfo(tokens);

/**
 * These routes limit the size of their bodies themselves, because their errors have the format of
 * RFC 6749.
 */
const TOKEN_ROUTES = /^\/oauth\/(par|device_authorization|token|introspect|revoke|userinfo)$/;

export const oauth = createSurface({ renderThrown: renderErrorAsWanted, ownLimit: TOKEN_ROUTES });
registerAuthorize(oauth);
registerConsentInfo(oauth);
registerLogout(oauth);
registerFedcm(oauth);
oauth.route('/', tokens);
