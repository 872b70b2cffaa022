import { createRoute, type z, type OpenAPIHono } from '@hono/zod-openapi';
import type { SessionInput } from '../../domain/verification/apply-settings.ts';
import { createSession } from '../../domain/verification/backend-session.ts';
import type { ScreenCode } from '../../domain/verification/screen-code.ts';
import type { Accept } from '../../domain/verification/rules/opening/accepted.ts';
import type { ErrorCode } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireApiKey } from '../../http/auth/api-key.ts';
import { requireJsonObject } from '../../http/body.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { rejectInvalid } from '../../http/validation.ts';
import { limitVolume } from '../../http/volume-limit.ts';
import { IdempotencyHeader } from '../../http/idempotency.ts';
import { INIT_EXAMPLE, InitBody, InitData, ignoredMembers, isAbsent } from './schemas.ts';
import { errorResponses } from '../../http/error-responses.ts';

const FIELD_CODES: Readonly<Record<string, ErrorCode>> = {
  callback_url: 'INVALID_CALLBACK_URL',
  success_url: 'INVALID_CALLBACK_URL',
  failed_url: 'INVALID_CALLBACK_URL',
  min_age: 'INVALID_MIN_AGE',
  purpose: 'INVALID_PURPOSE',
  verification_mode: 'INVALID_VERIFICATION_MODE',
  liveness_difficulty: 'INVALID_LIVENESS_DIFFICULTY',
  user_id: 'INVALID_USER_ID',
  accept: 'INVALID_ACCEPT',
};

const route = createRoute({
  method: 'post',
  path: '/init',
  operationId: 'initVerification',
  tags: ['Verification'],
  summary: 'Begin a verification',
  security: [{ apiKey: [] }, { bearer: [] }],
  middleware: [
    requireApiKey('secret'),
    limitVolume('init', (c) => c.get('principal').tenant.id),
    requireJsonObject,
  ] as const,
  request: {
    headers: IdempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: InitBody } } },
  },
  responses: {
    201: {
      description: 'The session exists. Send the browser to `verify_url`.',
      content: jsonOf(InitData, INIT_EXAMPLE),
    },
    ...errorResponses(400, 401, 403, 413, 422, 429, 500),
  },
});

export function registerInit(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(
    route,
    async (c) => {
      const request = toSessionInput(c.req.valid('json'));
      const idempotencyKey = c.req.valid('header')['idempotency-key'];
      const created = await createSession(c.get('ctx'), c.get('principal'), request, {
        idempotencyKey,
      });
      const { token, verifyUrl, screen } = created;
      const ignored = ignoredMembers(await c.req.json<object>()).map(ignoredMember);
      const warnings = [...created.warnings, ...ignored];
      const data = {
        token,
        verify_url: verifyUrl,
        ...(screen && { tv: presentScreen(screen) }),
        ...(warnings.length > 0 && { warnings }),
      };
      return c.json(succeed(c, data), 201);
    },
    rejectInvalid((field, value) =>
      field === 'callback_url' && isAbsent(value)
        ? 'MISSING_CALLBACK_URL'
        : (FIELD_CODES[field] ?? 'VALIDATION_FAILED'),
    ),
  );
}

const presentScreen = ({ code, page, pageWithCode, expiresInSeconds }: ScreenCode) => ({
  url: page,
  code,
  url_with_code: pageWithCode,
  expires_in: expiresInSeconds,
});

/** Warns about an ignored member; without the warning, a misspelt member would go unnoticed. */
const ignoredMember = (field: string) => ({
  code: 'unknown_member' as const,
  message: `${field} is not known here and was ignored.`,
  field,
});

function toSessionInput(body: z.infer<typeof InitBody>): SessionInput {
  return {
    callbackUrl: body.callback_url,
    ...(body.success_url !== undefined && { successUrl: body.success_url }),
    ...(body.failed_url !== undefined && { failedUrl: body.failed_url }),
    ...(body.min_age !== undefined && body.min_age > 0 && { gate: body.min_age }),
    purpose: body.purpose,
    mode: body.verification_mode,
    difficulty: body.liveness_difficulty,
    ...(body.user_id !== undefined && { userId: body.user_id }),
    ...(body.metadata !== undefined && { metadata: body.metadata }),
    ...(body.theme !== undefined && { theme: body.theme }),
    ...(body.locale !== undefined && { locale: body.locale }),
    ...(body.accept !== undefined && { accept: toAccept(body.accept) }),
    ...(body.context !== undefined && { context: body.context }),
    ...(body.jurisdiction !== undefined && { jurisdiction: body.jurisdiction }),
    ...(body.visitor_region !== undefined && { visitorRegion: body.visitor_region }),
    ...(body.display === 'tv' && { display: body.display }),
  };
}

const toAccept = (asked: NonNullable<z.infer<typeof InitBody>['accept']>): Accept => ({
  ...(asked.methods !== undefined && { methods: asked.methods }),
  ...(asked.max_proof_age_days !== undefined && { maxProofAgeDays: asked.max_proof_age_days }),
  ...(asked.recheck !== undefined && { recheck: asked.recheck }),
  ...(asked.min_assurance !== undefined && { minAssurance: asked.min_assurance }),
  ...(asked.liveness_level !== undefined && { livenessLevel: asked.liveness_level }),
  ...(asked.order !== undefined && { order: asked.order }),
});
