// Opening a link: serving its page, and redeeming a link from init or from a hand-off.
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { openLink, readEmbedOrigins } from '../../domain/verification/browser-session.ts';
import { joinHandoff } from '../../domain/verification/handoff.ts';
import { deviceClassOf } from '../../domain/terms/device-class.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readSessionCookie, setSessionCookie } from '../../http/auth/browser-cookie.ts';
import { requireJsonObject } from '../../http/body.ts';
import { clientNetwork } from '../../http/client-address.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { countFailedGuess } from '../../http/guess-limit.ts';
import { readPage } from '../../http/inline-hashes.ts';
import { browserLanguage } from '../../http/pages/languages.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import { hostedPageHeaders } from '../../http/security-headers.ts';
import { LinkBody } from './schemas.ts';
import { answerSession, jsonBody, sessionAnswer, TAGS } from './session-route.ts';

const open = createRoute({
  method: 'post',
  path: '/sessions',
  operationId: 'openLink',
  security: [],
  summary: 'Redeem the link, or resume the session in the browser that redeemed it',
  description: 'Sets the cookie that every other call of the page requires.',
  tags: TAGS,
  middleware: [requireSameOrigin, requireJsonObject] as const,
  request: { body: jsonBody(LinkBody) },
  responses: { ...sessionAnswer, ...errorResponses(400, 403, 404, 409, 413, 429, 500) },
});

const join = createRoute({
  method: 'post',
  path: '/handoffs',
  operationId: 'joinHandoff',
  security: [],
  summary: 'Redeem a hand-off link on a phone',
  description:
    'Single use. The phone can view the session, and act once its owner has entered the computer’s code. A browser that already takes part in the session receives it unchanged.',
  tags: TAGS,
  middleware: [requireSameOrigin, requireJsonObject] as const,
  request: { body: jsonBody(LinkBody) },
  responses: { ...sessionAnswer, ...errorResponses(400, 403, 404, 413, 429, 500) },
});

export function registerOpening(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(open, async (c) => {
    const { token, embedded, touch, attempt } = c.req.valid('json');
    const { session, cookie } = await openLink(
      c.get('ctx'),
      { token, attempt },
      (sessionId) => readSessionCookie(c, sessionId),
      visitorOf(c, touch === true),
    ).catch((error: unknown) => countMissedLink(c, error));
    const mayBeFramed = (session.record.tenant.embedOrigins ?? []).length > 0;
    setSessionCookie(c, session.record.id, cookie, embedded === true && mayBeFramed);
    return answerSession(c, session);
  });

  surface.openapi(join, async (c) => {
    const { token, attempt } = c.req.valid('json');
    const { session, cookie } = await joinHandoff(
      c.get('ctx'),
      { token, attempt },
      countryOf(c),
      (sessionId) => readSessionCookie(c, sessionId),
    ).catch((error: unknown) => countMissedLink(c, error));
    if (cookie !== undefined) setSessionCookie(c, session.record.id, cookie);
    return answerSession(c, session);
  });
}

/** Path segments of this surface that are not link tokens. */
const POST_ONLY = ['sessions', 'handoffs', 'pass-windows'];

/**
 * Serves the page that a link opens: the same static document for every token, with headers that
 * name the sites allowed to frame it. Loading the page has no effect, because mail scanners follow
 * links too; only the page's own POST redeems the token.
 */
export function registerPage(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/:token', async (c) => {
    if (POST_ONLY.includes(c.req.param('token')))
      throw new AppError('METHOD_NOT_ALLOWED', 'Use POST here.', { allow: ['POST'] });
    const ctx = c.get('ctx');
    const [page, origins] = await Promise.all([
      ctx.assets.fetch(new URL('/hosted/', c.req.url)),
      readEmbedOrigins(ctx, c.req.param('token')),
    ]);
    const { body, inline } = await readPage(page);
    return new Response(body, {
      status: page.status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        ...hostedPageHeaders(inline, origins, ctx.config.turnstile?.origin),
      },
    });
  });
}

/**
 * Returns the country, language and device class of the visitor. Language and device are stored
 * only if the customer counts where visitors leave (D-124).
 */
function visitorOf(c: HonoContext<AppEnv>, hasTouchScreen: boolean) {
  const ipCountry = countryOf(c);
  const device = deviceClassOf(c.req.header('User-Agent') ?? '', hasTouchScreen);
  return {
    ...(ipCountry !== undefined && { ipCountry }),
    seen: { language: browserLanguage(c), device },
  };
}

/** Returns the visitor's country, from Cloudflare's geolocation. */
function countryOf(c: HonoContext<AppEnv>): string | undefined {
  const country = c.req.raw.cf?.country;
  return typeof country === 'string' ? country : undefined;
}

/**
 * Counts an unknown link against the caller's network, because the link may be a guess (D-51).
 * @throws the given error, or 429
 */
async function countMissedLink(c: HonoContext<AppEnv>, error: unknown): Promise<never> {
  const ctx = c.get('ctx');
  if (error instanceof AppError && error.code === 'NOT_FOUND')
    await countFailedGuess(ctx, ctx.config.guessLimits.redeem, clientNetwork(c));
  throw error;
}
