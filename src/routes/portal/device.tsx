// The pages where people type a code shown by a device without a browser (RFC 8628 3.3), or by a
// television that requests a check. Opening a page has no effect. Once the code is accepted, the
// usual pages follow: sign-in and consent, or the check.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { Context } from '../../context.ts';
import { openPushedConsent } from '../../domain/signing-in/authorization/consent-request.ts';
import { findDeviceRequest } from '../../domain/signing-in/authorization/device-request.ts';
import { CODE_PATH, findUserCode, type WaitingCode } from '../../domain/terms/user-code.ts';
import { linkOfScreenCode } from '../../domain/verification/screen-code.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { pathOfStep, setConsentCookie } from '../../http/auth/consent.ts';
import { clientNetwork } from '../../http/client-address.ts';
import { countFailedGuess, rejectKnownGuesser } from '../../http/guess-limit.ts';
import { renderPage } from '../../http/pages/render-page.ts';
import { readViewer } from '../../http/pages/viewer.ts';
import { DeviceAnsweredPage, DevicePage } from './device-view.tsx';
import { pathTo, seeOther } from './navigation.ts';
import { readForm } from './posted-form.ts';
import { describeWait, refusalAlert } from './refusal.ts';

/**
 * The maximum length of a code that the pages show or keep in a URL. Every code is shorter, even
 * with separators that people type between the letters.
 */
const MAX_SHOWN = 20;

export function registerDevice(surface: OpenAPIHono<AppEnv>): void {
  surface.get(CODE_PATH, async (c) => {
    const viewer = await readViewer(c);
    const done = c.req.query('done');
    if (done === 'allowed' || done === 'denied')
      return renderPage(c, <DeviceAnsweredPage viewer={viewer} answer={done} />);
    const code = c.req.query('user_code')?.slice(0, MAX_SHOWN);
    return renderPage(
      c,
      <DevicePage viewer={viewer} code={code} isFromLink={code !== undefined} />,
    );
  });

  surface.post(CODE_PATH, answerCode);
}

async function answerCode(c: HonoContext<AppEnv>): Promise<Response> {
  const form = await readForm(c);
  const viewer = await readViewer(c);
  const code = form.text('user_code').slice(0, MAX_SHOWN);
  viewer.here = pathTo(CODE_PATH, { user_code: code });
  const found = await openTyped(c, form.text('user_code')).catch(refusalAlert);
  if (found !== undefined && 'retryAfterSeconds' in found) {
    const fault = describeWait(c, viewer.t, found);
    return renderPage(c, <DevicePage viewer={viewer} code={code} fault={fault} />, { status: 429 });
  }
  if (found === undefined) {
    const fault = viewer.t('device.unknown');
    return renderPage(c, <DevicePage viewer={viewer} code={code} fault={fault} />, { status: 422 });
  }
  if ('link' in found) return seeOther(c, found.link);
  setConsentCookie(c, found);
  return seeOther(c, pathOfStep('consent', found.token));
}

/**
 * @throws AppError TOO_MANY_REQUESTS; failed attempts are counted per IP address or network,
 *   because codes are short (RFC 8628 5.1)
 */
async function openTyped(c: HonoContext<AppEnv>, typed: string) {
  const ctx = c.get('ctx');
  const limit = ctx.config.guessLimits.userCode;
  const guesser = clientNetwork(c);
  rejectKnownGuesser(ctx, limit, guesser);
  const code = await findUserCode(ctx, typed);
  const opened = code && (await openWaiting(ctx, code));
  if (opened === undefined) await countFailedGuess(ctx, limit, guesser);
  return opened;
}

/** Opens the check or the device's request that a code refers to. */
async function openWaiting(ctx: Context, code: WaitingCode) {
  const link = await linkOfScreenCode(ctx, code);
  if (link !== undefined) return { link };
  const found = await findDeviceRequest(ctx, code);
  return found && openPushedConsent(ctx, found.request, found);
}
