// Routes of an account's face: they start the check that enrols a face, handle the return from it,
// and delete the face.
import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  beginEnrolment,
  deleteFace,
  finishEnrolment,
} from '../../../domain/signing-in/authentication/enrol-face.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { setSessionCookie } from '../../../http/auth/browser-cookie.ts';
import {
  readTrustedDeviceCookie,
  setTrustedDeviceCookie,
} from '../../../http/auth/trusted-device-cookie.ts';
import { readVisitor } from '../../../http/auth/visitor.ts';
import { clientNetwork } from '../../../http/client-address.ts';
import { readViewer } from '../../../http/pages/viewer.ts';
import { limitVolume } from '../../../http/volume-limit.ts';
import { pathTo, seeOther, whenSignedIn } from '../navigation.ts';
import { readAccountForm } from '../posted-form.ts';

const PAGE = '/account/security';

/** Calls are limited, because each check creates a session. */
const byNetwork = limitVolume('authorize', (c) => `check:${clientNetwork(c)}`);

export function registerFace(surface: OpenAPIHono<AppEnv>): void {
  surface.post(
    `${PAGE}/face/enrol`,
    byNetwork,
    whenSignedIn(async (c, signIn) => {
      await readAccountForm(c, signIn);
      const { language: locale } = await readViewer(c);
      const visit = { returnPath: `${PAGE}/face/return`, locale };
      const { verifyUrl, sessionId, cookie } = await beginEnrolment(c.get('ctx'), signIn, visit);
      setSessionCookie(c, sessionId, cookie);
      return seeOther(c, verifyUrl);
    }),
  );

  surface.get(
    `${PAGE}/face/return`,
    whenSignedIn(async (c, signIn) => {
      const outcome = await finishEnrolment(c.get('ctx'), signIn, {
        token: c.req.query('token') ?? '',
        visitor: readVisitor(c),
        trustedDevice: readTrustedDeviceCookie(c),
      });
      if (outcome.ok) setTrustedDeviceCookie(c, outcome.cookie);
      const isCanceled = !outcome.ok && outcome.reason === 'canceled';
      const ended = isCanceled ? 'face_canceled' : 'face_failed';
      return seeOther(c, pathTo(PAGE, { done: outcome.ok ? 'face_enrolled' : ended }));
    }),
  );

  surface.post(
    `${PAGE}/face/delete`,
    whenSignedIn(async (c, signIn) => {
      await readAccountForm(c, signIn);
      await deleteFace(c.get('ctx'), signIn);
      return seeOther(c, pathTo(PAGE, { done: 'face_deleted' }));
    }),
  );
}
