// Routes for the face check that a site may require as proof that the account's owner is presenting
// the account's age (D-104): they show the page, start the check, and handle the return from it.
import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  beginShowingFace,
  canShowFace,
  finishShowingFace,
} from '../../../domain/signing-in/authentication/show-face.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { setSessionCookie } from '../../../http/auth/browser-cookie.ts';
import { pathOfDestination, readConsent, readDestination } from '../../../http/auth/consent.ts';
import { readVisitor } from '../../../http/auth/visitor.ts';
import { clientNetwork } from '../../../http/client-address.ts';
import { renderPage } from '../../../http/pages/render-page.ts';
import type { TextKey } from '../../../http/pages/texts.ts';
import { readViewer } from '../../../http/pages/viewer.ts';
import { limitVolume } from '../../../http/volume-limit.ts';
import { HOME, pathTo, seeOther, whenSignedIn } from '../navigation.ts';
import { readAccountForm } from '../posted-form.ts';
import { siteOf, uiLocalesOf } from '../requesting-site.tsx';
import { ShowFacePage } from './show-face-view.tsx';

const PAGE = '/account/face';

const FAULTS = {
  failed: 'security.face_failed',
  canceled: 'age.canceled',
} as const satisfies Record<string, TextKey>;

/** Calls are limited, because each check creates a session. */
const byNetwork = limitVolume('authorize', (c) => `check:${clientNetwork(c)}`);

export function registerShowFace(surface: OpenAPIHono<AppEnv>): void {
  surface.get(
    PAGE,
    whenSignedIn(async (c, signIn) => {
      const destination = readDestination((name) => c.req.query(name));
      const consent = await readConsent(c, destination.session);
      const viewer = await readViewer(c, { uiLocales: uiLocalesOf(consent) });
      const fault = FAULTS[(c.req.query('done') ?? '') as keyof typeof FAULTS] as
        | TextKey
        | undefined;
      const view = {
        destination,
        canShow: await canShowFace(c.get('ctx'), signIn),
        ...(consent && { site: siteOf(consent) }),
        ...(fault !== undefined && { fault: viewer.t(fault) }),
      };
      return renderPage(c, <ShowFacePage viewer={viewer} view={view} />);
    }),
  );

  surface.post(
    `${PAGE}/show`,
    byNetwork,
    whenSignedIn(
      async (c, signIn) => {
        const { destination } = await readAccountForm(c, signIn);
        const { language: locale } = await readViewer(c);
        const visit = { returnPath: pathTo(`${PAGE}/return`, { ...destination }), locale };
        const begun = await beginShowingFace(c.get('ctx'), signIn, visit);
        if (begun === undefined) return seeOther(c, pathTo(PAGE, { ...destination }));
        setSessionCookie(c, begun.sessionId, begun.cookie);
        return seeOther(c, begun.verifyUrl);
      },
      ({ destination }) => ({ ...destination }),
    ),
  );

  surface.get(
    `${PAGE}/return`,
    whenSignedIn(async (c, signIn) => {
      const destination = readDestination((name) => c.req.query(name));
      const token = c.req.query('token') ?? '';
      const answer = { token, visitor: readVisitor(c) };
      const done = await finishShowingFace(c.get('ctx'), signIn, answer);
      if (done === 'shown') return seeOther(c, pathOfDestination(destination) ?? HOME);
      return seeOther(c, pathTo(PAGE, { ...destination, done }));
    }),
  );
}
