import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { matchLocale } from '../../domain/terms/locale.ts';
import { beginTestSession } from '../../domain/integration/test-sessions/begin-test-session.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, created } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { limitVolume } from '../../http/volume-limit.ts';
import { choice } from './schemas.ts';
import { SettingsChangesBody } from './settings-schemas.ts';

const AGE_RULE = 'min_age must be an integer from 1 to 99.';
const USER_RULE = 'user_id must be a string of at most 100 characters.';

/** Unsaved settings to preview. */
const Appearance = SettingsChangesBody.pick({
  name: true,
  color: true,
  logo: true,
  controller_name: true,
  privacy_contact: true,
  privacy_url: true,
  alternative_url: true,
});

const route = createRoute({
  method: 'post',
  path: '/test-sessions',
  operationId: 'dashboardTryCheck',
  tags: ['Dashboard sessions'],
  summary: 'Begin a test session to try the check',
  description:
    'Works like `POST /verify/v1/init` with a test key, with the same settings, limits and events. It needs no key, and ends on a page of the dashboard. Values of `appearance` replace the settings in this session only, and its pages state that it is a preview.',
  security: [{ bearer: [] }],
  middleware: [
    ...allowed('sessions.try'),
    limitVolume('init', (c) => tenantOf(c)),
    requireJsonObject,
  ],
  request: {
    body: bodyOf(
      z.strictObject({
        min_age: z.int({ error: AGE_RULE }).min(1, AGE_RULE).max(99, AGE_RULE).default(18),
        verification_mode: choice('verification_mode', ['auto', 'document', 'facial']).default(
          'auto',
        ),
        user_id: z.string({ error: USER_RULE }).max(100, USER_RULE).optional().openapi({
          description: 'As in init: `…+pass` and `…+fail` settle the session when it is opened.',
        }),
        locale: z
          .string({ error: 'locale must be a BCP 47 tag.' })
          .transform(matchLocale)
          .optional()
          .openapi({ type: 'string', example: 'de' }),
        theme: choice('theme', ['light', 'dark', 'system']).optional(),
        appearance: Appearance.optional(),
        framed: z.boolean({ error: 'framed must be true or false.' }).default(false).openapi({
          description: 'Whether a page of this service may show the session in a frame.',
        }),
      }),
    ),
  },
  responses: {
    ...created(
      'The session exists.',
      z
        .object({
          token: z
            .string()
            .openapi({ description: 'Result token, `xtk_…`, for `sessions/{token}`.' }),
          verify_url: z.string().openapi({ description: 'Opens once, within 10 minutes.' }),
        })
        .openapi('TestSession'),
    ),
    ...errorResponses(400, 401, 403, 404, 413, 429, 500),
  },
});

export function registerTestSessions(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(route, async (c) => {
    const body = c.req.valid('json');
    const { emailVerified } = c.get('staff').member;
    const { token, verifyUrl } = await beginTestSession(
      c.get('ctx'),
      tenantActorOf(c),
      emailVerified,
      {
        gate: body.min_age,
        mode: body.verification_mode,
        isFramed: body.framed,
        appearance: body.appearance && toAppearance(body.appearance),
        ...(body.user_id !== undefined && { userId: body.user_id }),
        ...(body.locale !== undefined && { locale: body.locale }),
        ...(body.theme !== undefined && { theme: body.theme }),
      },
    );
    return c.json(succeed(c, { token, verify_url: verifyUrl }), 201);
  });
}

const toAppearance = ({
  controller_name: controllerName,
  privacy_contact: contact,
  privacy_url: privacyUrl,
  alternative_url: alternativeUrl,
  ...look
}: z.infer<typeof Appearance>) => ({
  ...look,
  controllerName,
  contact,
  privacyUrl,
  alternativeUrl,
});
