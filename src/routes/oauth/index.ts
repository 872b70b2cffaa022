// The sign-in provider: tokens for sites. Errors of the token family have RFC 6749's shape.
import { createSurface } from '../../http/surface.ts';
import { renderOAuthError } from '../../http/oauth-errors.ts';
import { registerIntrospect } from './introspect.ts';
import { registerRevoke } from './revoke.ts';
import { registerToken } from './token.ts';
import { registerUserinfo } from './userinfo.ts';

const tokens = createSurface();
tokens.onError(renderOAuthError);
registerToken(tokens);
registerIntrospect(tokens);
registerRevoke(tokens);
registerUserinfo(tokens);

export const oauth = createSurface();
oauth.route('/', tokens);
