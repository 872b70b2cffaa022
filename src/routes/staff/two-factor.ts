import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  disableTwoFactor,
  enableTwoFactor,
  readTwoFactorStatus,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '../../domain/customers/staff-authentication/two-factor.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { text } from '../../http/fields.ts';
import { ownChangeRoute, ownChangeWithBodyRoute, signedInRoute, type StaffGroup } from './group.ts';

const Setup = z
  .object({
    secret: z.string().openapi({ description: 'Secret in base32, for manual entry.' }),
    provisioning_uri: z.string().openapi({
      example: 'otpauth://totp/Agate:owner%40cellar.example?secret=JBSWY3DPEHPK3PXP&issuer=Agate',
    }),
  })
  .openapi('TwoFactorSetup');

const Status = z
  .object({ enabled: z.boolean(), recovery_codes_left: z.int() })
  .openapi('TwoFactorStatus');

const RecoveryCodes = z
  .object({
    enabled: z.literal(true),
    recovery_codes: z
      .array(z.string())
      .openapi({ description: 'Ten single-use codes. They are not shown again.' }),
  })
  .openapi('RecoveryCodes');

const PasswordBody = z.strictObject({ password: text('password', 1024) });

const setupRoute = (group: StaffGroup) =>
  createRoute({
    ...ownChangeRoute(group),
    method: 'post',
    path: '/auth/2fa/setup',
    operationId: `${group.audience}SetUpTwoFactor`,
    summary: 'Create a secret for an authenticator app',
    description:
      'Two-factor authentication is off until the first code is verified. A second setup replaces the secret. Requires a sign-in within the last five minutes (403 FRESH_SIGN_IN_REQUIRED).',
    responses: { ...ok('The secret.', Setup), ...errorResponses(401, 403, 409, 429, 500) },
  });

const verifyRoute = (group: StaffGroup) =>
  createRoute({
    ...ownChangeWithBodyRoute(group),
    method: 'post',
    path: '/auth/2fa/verify',
    operationId: `${group.audience}EnableTwoFactor`,
    summary: 'Turn two-factor authentication on with a first code',
    request: { body: bodyOf(z.strictObject({ code: text('code', 40) })) },
    responses: {
      ...ok('Two-factor authentication is on.', RecoveryCodes),
      ...errorResponses(400, 401, 403, 413, 429, 500),
    },
  });

const disableRoute = (group: StaffGroup) =>
  createRoute({
    ...ownChangeWithBodyRoute(group),
    method: 'post',
    path: '/auth/2fa/disable',
    operationId: `${group.audience}DisableTwoFactor`,
    summary: 'Turn two-factor authentication off with the current password',
    request: { body: bodyOf(PasswordBody) },
    responses: {
      ...ok('Two-factor authentication is off.', Status),
      ...errorResponses(400, 401, 403, 413, 429, 500),
    },
  });

const statusRoute = (group: StaffGroup) =>
  createRoute({
    ...signedInRoute(group),
    method: 'get',
    path: '/auth/2fa/status',
    operationId: `${group.audience}ReadTwoFactor`,
    summary: 'Read whether two-factor authentication is on',
    responses: { ...ok('The state.', Status), ...errorResponses(401, 429, 500) },
  });

const codesRoute = (group: StaffGroup) =>
  createRoute({
    ...ownChangeWithBodyRoute(group),
    method: 'post',
    path: '/auth/2fa/recovery-codes',
    operationId: `${group.audience}RenewRecoveryCodes`,
    summary: 'Replace the recovery codes',
    request: { body: bodyOf(PasswordBody) },
    responses: {
      ...ok('New codes.', RecoveryCodes),
      ...errorResponses(400, 401, 403, 409, 413, 429, 500),
    },
  });

export function registerTwoFactor(surface: OpenAPIHono<AppEnv>, group: StaffGroup): void {
  surface.openapi(setupRoute(group), async (c) => {
    const enrolment = await setUpTwoFactor(c.get('ctx'), c.get('staff'));
    const { secret, provisioningUri } = enrolment;
    return c.json(succeed(c, { secret, provisioning_uri: provisioningUri }), 200);
  });

  surface.openapi(verifyRoute(group), async (c) => {
    const { code } = c.req.valid('json');
    const codes = await enableTwoFactor(c.get('ctx'), c.get('staff'), code, actorOf(c));
    return c.json(succeed(c, { enabled: true as const, recovery_codes: codes }), 200);
  });

  surface.openapi(disableRoute(group), async (c) => {
    const { password } = c.req.valid('json');
    await disableTwoFactor(c.get('ctx'), c.get('staff').member, password, actorOf(c));
    return c.json(succeed(c, { enabled: false, recovery_codes_left: 0 }), 200);
  });

  surface.openapi(statusRoute(group), async (c) => {
    const status = await readTwoFactorStatus(c.get('ctx'), c.get('staff').member);
    const { enabled, recoveryCodesLeft } = status;
    return c.json(succeed(c, { enabled, recovery_codes_left: recoveryCodesLeft }), 200);
  });

  surface.openapi(codesRoute(group), async (c) => {
    const { password } = c.req.valid('json');
    const { member } = c.get('staff');
    const codes = await renewRecoveryCodes(c.get('ctx'), member, password, actorOf(c));
    return c.json(succeed(c, { enabled: true as const, recovery_codes: codes }), 200);
  });
}
