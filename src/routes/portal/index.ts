// The pages of people's accounts: sign-in, consent, and the pages where owners view and manage
// their accounts. They are rendered on the server and work without scripts. Forms are accepted only
// from our own origin and with a token (S-21); errors are shown as pages.
import { OpenAPIHono } from '@hono/zod-openapi';
import { AppError } from '../../errors.ts';
import type { KnownRoute } from '../../http/allowed-methods.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { limitBody } from '../../http/body.ts';
import { renderErrorPage } from '../../http/pages/error-page.tsx';
import { requireSameOrigin } from '../../http/same-origin.ts';
import { registerActivity } from './account/activity.tsx';
import { registerAge } from './account/age.tsx';
import { registerShowFace } from './account/show-face.tsx';
import { registerData } from './account/data.tsx';
import { registerOverview } from './account/overview.tsx';
import { registerSecurity } from './account/security.tsx';
import { registerSites } from './account/sites.tsx';
import { registerConsent } from './consent.tsx';
import { registerDevice } from './device.tsx';
import { registerLanguage } from './language.ts';
import { registerMailConfirm } from './mail-confirm.tsx';
import { passkeyCeremonies } from './passkey-ceremonies.ts';
import { registerPasses } from './passes.tsx';
import { registerPassword } from './password.tsx';
import { registerPrivacy } from './privacy.tsx';
import { registerFaceSignIn } from './signin-face.tsx';
import { registerSignIn } from './signin.tsx';
import { registerSignOut } from './signout.tsx';
import { registerSignUp } from './signup.tsx';
import { redirectToFreshSignIn } from './navigation.ts';

const PREFIXES = [
  'signin',
  'signup',
  'consent',
  'device',
  'signout',
  'password',
  'mail',
  'account',
  'language',
  'privacy',
  'terms',
  'passes',
];

export const portal = new OpenAPIHono<AppEnv>();
portal.onError((error, c) =>
  error instanceof AppError && error.code === 'FRESH_SIGN_IN_REQUIRED'
    ? redirectToFreshSignIn(c)
    : renderErrorPage(error, c),
);
// These routes must be mounted before the pages' middleware, because their errors are JSON.
portal.route('/signin/passkey', passkeyCeremonies);
for (const prefix of PREFIXES) {
  portal.use(`/${prefix}/*`, limitBody);
  portal.on('POST', `/${prefix}/*`, requireSameOrigin);
}
registerLanguage(portal);
registerPrivacy(portal);
registerPasses(portal);
registerSignIn(portal);
registerFaceSignIn(portal);
registerSignUp(portal);
registerSignOut(portal);
registerMailConfirm(portal);
registerPassword(portal);
registerConsent(portal);
registerDevice(portal);
registerOverview(portal);
registerAge(portal);
registerShowFace(portal);
registerSites(portal);
registerSecurity(portal);
registerActivity(portal);
registerData(portal);

/**
 * @returns whether a path belongs to the account pages; errors at such paths are rendered as pages
 */
export const isPortalPath = (path: string): boolean => PREFIXES.includes(path.split('/')[1] ?? '');

/**
 * Lists the routes of the account pages, so that a wrong method can be distinguished from an
 * unknown address.
 */
export const portalRoutes = (): KnownRoute[] =>
  portal.routes
    .filter(({ path }) => !path.endsWith('*'))
    .map(({ method, path }) => ({ method, path: path.replaceAll(/:(\w+)/g, '{$1}') }));
