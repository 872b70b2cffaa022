// Sign-in with a face: from the sign-in page to the check, and back with its result.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import {
  beginFaceSignIn,
  finishFaceSignIn,
  offerFace,
} from '../../domain/signing-in/authentication/sign-in-by-face.ts';
import type { ConsentRequest } from '../../domain/signing-in/authorization/consent-request.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readSignInCookies, setSignInCookies } from '../../http/auth/account-cookie.ts';
import { setSessionCookie } from '../../http/auth/browser-cookie.ts';
import { pathOfDestination, readDestination } from '../../http/auth/consent.ts';
import { readTrustedDeviceCookie } from '../../http/auth/trusted-device-cookie.ts';
import { readVisitor } from '../../http/auth/visitor.ts';
import { clientNetwork } from '../../http/client-address.ts';
import type { TextKey } from '../../http/pages/texts.ts';
import { readViewer } from '../../http/pages/viewer.ts';
import { limitVolume } from '../../http/volume-limit.ts';
import { HOME, pathTo, seeOther } from './navigation.ts';
import { readForm } from './posted-form.ts';

/**
 * Error messages of the sign-in page after a face check, by the value of the query parameter
 * `face`.
 */
export const FACE_FAULTS = {
  other_face: 'signin.face_other',
  not_passed: 'signin.face_failed',
  canceled: 'age.canceled',
  outdated: 'signin.face_outdated',
  invalid: 'signin.face_gone',
  suspended: 'signin.suspended',
} as const satisfies Record<string, TextKey>;

/** Calls are limited, because each check creates a session. */
const byNetwork = limitVolume('authorize', (c) => `check:${clientNetwork(c)}`);

export function registerFaceSignIn(surface: OpenAPIHono<AppEnv>): void {
  surface.post('/signin/face', byNetwork, async (c) => {
    const { destination } = await readForm(c);
    const { language: locale } = await readViewer(c);
    const returnPath = pathTo('/signin/face/return', { ...destination });
    const cookie = readTrustedDeviceCookie(c);
    const begun = await beginFaceSignIn(c.get('ctx'), cookie, { returnPath, locale });
    if (begun === undefined)
      return seeOther(c, pathTo('/signin', { ...destination, face: 'invalid' }));
    setSessionCookie(c, begun.sessionId, begun.cookie);
    return seeOther(c, begun.verifyUrl);
  });

  surface.get('/signin/face/return', async (c) => {
    const destination = readDestination((name) => c.req.query(name));
    const outcome = await finishFaceSignIn(c.get('ctx'), {
      token: c.req.query('token') ?? '',
      visitor: readVisitor(c),
      ...readSignInCookies(c),
    });
    if (!outcome.ok)
      return seeOther(c, pathTo('/signin', { ...destination, face: outcome.reason }));
    setSignInCookies(c, outcome);
    return seeOther(c, pathOfDestination(destination) ?? HOME);
  });
}

/**
 * @returns the masked name for the face sign-in button; undefined if this browser offers no face
 *   sign-in, or the site requires a different person or method
 */
export async function offeredName(
  c: HonoContext<AppEnv>,
  consent: ConsentRequest | undefined,
): Promise<string | undefined> {
  const offer = await offerFace(c.get('ctx'), readTrustedDeviceCookie(c), consent?.request);
  return offer?.maskedName;
}
