// Routes of the verified age: starting a check on the hosted page, returning with its result, and
// removing the stored age.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { beginAgeCheck, takeAgeCheck } from '../../../domain/signing-in/age-sharing/age-check.ts';
import {
  forgetVerifiedAge,
  readKeptAge,
} from '../../../domain/accounts/verified-ages/verified-age.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { setSessionCookie } from '../../../http/auth/browser-cookie.ts';
import { clientNetwork } from '../../../http/client-address.ts';
import { limitVolume } from '../../../http/volume-limit.ts';
import { readLocalPath } from '../../../http/local-path.ts';
import { renderPage } from '../../../http/pages/render-page.ts';
import type { TextKey } from '../../../http/pages/texts.ts';
import { readViewer } from '../../../http/pages/viewer.ts';
import { readAccountForm, type PostedForm } from '../posted-form.ts';
import { seeOther, pathTo, whenSignedIn } from '../navigation.ts';
import { AgePage } from './age-view.tsx';

const PAGE = '/account/age';

const DONE = { success: 'age.success', forgotten: 'age.forgotten' } as const;
const FAULTS = {
  failed: 'age.failed',
  exceeded: 'age.exceeded',
  canceled: 'age.canceled',
} as const;

/** Calls are limited, because each check creates a session. */
const byNetwork = limitVolume('authorize', (c) => `check:${clientNetwork(c)}`);

/**
 * Reads what a site requires: a level beyond an estimate, and whether a newer check is due. Unknown
 * values are ignored.
 */
const readRequired = (text: (name: string) => string | undefined) => {
  const level = text('level');
  return {
    level: level === 'document' || level === 'wallet' ? level : undefined,
    due: text('due') === '1' ? '1' : undefined,
  } as const;
};

const returnQuery = ({ destination, text }: PostedForm) => ({
  continue: destination.continue,
  ...readRequired(text),
});

export function registerAge(surface: OpenAPIHono<AppEnv>): void {
  surface.get(
    PAGE,
    whenSignedIn(async (c, { account }) => {
      const viewer = await readViewer(c);
      const told = c.req.query('done') ?? '';
      const textFor = (texts: Record<string, TextKey>) =>
        Object.hasOwn(texts, told) && texts[told] ? viewer.t(texts[told]) : undefined;
      const { kept, age, mustRepeat } = await readKeptAge(c.get('ctx'), account.id);
      const view = {
        verified: age,
        mustRepeat,
        canForget: kept !== undefined && kept.revokedAtMs === undefined,
        continueTo: readLocalPath(c.req.query('continue')),
        ...readRequired((name) => c.req.query(name)),
        done: textFor(DONE),
        fault: textFor(FAULTS),
      };
      return renderPage(c, <AgePage viewer={viewer} view={view} />);
    }),
  );

  surface.post(
    `${PAGE}/verify`,
    byNetwork,
    whenSignedIn(async (c, signIn) => {
      const form = await readAccountForm(c, signIn);
      const { language: locale } = await readViewer(c);
      const query = returnQuery(form);
      const returnPath = pathTo(`${PAGE}/return`, query);
      const { level } = query;
      const check = { account: signIn.account, returnPath, locale, ...(level && { level }) };
      const { verifyUrl, sessionId, cookie } = await beginAgeCheck(c.get('ctx'), check);
      setSessionCookie(c, sessionId, cookie);
      return seeOther(c, verifyUrl);
    }, returnQuery),
  );

  surface.get(
    `${PAGE}/return`,
    whenSignedIn(async (c, { account }) => {
      const { level, due } = readRequired((name) => c.req.query(name));
      const token = c.req.query('token') ?? '';
      const request = { level, isDue: due !== undefined };
      const outcome = await takeAgeCheck(c.get('ctx'), account, token, request);
      const continueTo = readLocalPath(c.req.query('continue'));
      if (outcome === 'success' && continueTo !== undefined) return seeOther(c, continueTo);
      return seeOther(c, pathTo(PAGE, { done: outcome, continue: continueTo, level, due }));
    }),
  );

  surface.post(
    `${PAGE}/forget`,
    whenSignedIn(async (c, signIn) => {
      await readAccountForm(c, signIn);
      await forgetVerifiedAge(c.get('ctx'), signIn.account.id);
      return seeOther(c, pathTo(PAGE, { done: 'forgotten' }));
    }),
  );
}
