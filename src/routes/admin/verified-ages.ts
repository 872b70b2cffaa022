// Lists verified ages that are stored in accounts, and withdraws them singly or by source (D-75).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  listAges,
  revokeAge,
  revokeAges,
  type ListedAge,
} from '../../domain/signing-in/age-sharing/withdraw-ages.ts';
import {
  DIFFICULTIES,
  LIVENESS_LEVELS,
  MEASURED,
  PROOF_METHODS,
  VERIFICATION_LEVELS,
} from '../../domain/terms/age-proof.ts';
import { wordsOfProof } from '../../domain/accounts/verified-ages/verified-age-row.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { DAY_QUERY, inOrder, OUT_OF_ORDER } from '../../http/day-query.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { RowIdParam } from '../../http/fields.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { toTimestamp } from '../../time/timestamp.ts';

const VerifiedAge = z
  .object({
    account_id: z.int(),
    age_bracket: z.string().nullable().openapi({ example: '18+' }),
    level: z.enum(VERIFICATION_LEVELS),
    counts: z
      .boolean()
      .openapi({ description: 'Whether the age may be shown and used under the current policy.' }),
    method: z.enum(PROOF_METHODS).optional(),
    measured: z.enum(MEASURED).optional(),
    margin_years: z.number().optional(),
    difficulty: z.enum(DIFFICULTIES).optional(),
    liveness_level: z.enum(LIVENESS_LEVELS).optional(),
    tenant_id: z.string().optional(),
    session_id: z.string().optional(),
    policy_version: z.string().optional(),
    verified_at: z.string(),
    expires_at: z.string(),
    revoked_at: z.string().optional(),
  })
  .openapi('VerifiedAge');

const filter = (name: string) =>
  z
    .string({ error: `${name} must be a text.` })
    .min(1, `${name} must not be empty.`)
    .max(200, `${name} must have at most 200 characters.`)
    .optional();

const SOURCE = {
  tenant_id: filter('tenant_id'),
  session: filter('session').openapi({
    description: 'ID of the session, 64 hex digits, or one of its tokens.',
  }),
  method: z
    .enum(PROOF_METHODS, { error: `method must be one of: ${PROOF_METHODS.join(', ')}.` })
    .optional(),
  policy_version: filter('policy_version').openapi({ example: '1-device-7-medium-standard' }),
  ...DAY_QUERY,
};

const common = { tags: ['Admin verified ages'], security: [{ bearer: [] }] };

const listRoute = createRoute({
  ...common,
  method: 'get',
  path: '/verified-ages',
  operationId: 'adminListVerifiedAges',
  summary: 'List ages stored in accounts, by source',
  description:
    'Combine filters freely. Dates are days of verification in UTC, both inclusive. The latest 10,000 matches are counted.',
  middleware: allowed('ages.read'),
  request: {
    query: z
      .object({
        ...PAGE_QUERY,
        ...SOURCE,
        state: z
          .enum(['kept', 'revoked'], { error: 'state must be one of: kept, revoked.' })
          .default('kept'),
      })
      .refine(inOrder, OUT_OF_ORDER),
  },
  responses: {
    ...ok('Newest first.', z.array(VerifiedAge)),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const revokeAllRoute = createRoute({
  ...common,
  method: 'post',
  path: '/verified-ages/revoke',
  operationId: 'adminRevokeVerifiedAges',
  summary: 'Withdraw the ages of a source, 200 per call',
  description:
    'Requires at least one filter. Repeat until `remaining` is 0. Sites that could read an age receive a logout token.',
  middleware: [...allowed('ages.revoke'), requireJsonObject],
  request: {
    body: bodyOf(
      z
        .strictObject({
          ...SOURCE,
          dry_run: z
            .boolean({ error: 'dry_run must be true or false.' })
            .default(false)
            .openapi({ description: 'Only count the ages that would be withdrawn.' }),
        })
        .refine(inOrder, OUT_OF_ORDER)
        .openapi('VerifiedAgeRevocation', { minProperties: 1 }),
    ),
  },
  responses: {
    ...ok(
      'The number withdrawn by this call, and the number still matching, counted up to 10,000.',
      z.object({ revoked: z.int(), remaining: z.int() }),
    ),
    ...errorResponses(400, 401, 403, 413, 429, 500),
  },
});

const revokeRoute = createRoute({
  ...common,
  method: 'post',
  path: '/verified-ages/{id}/revoke',
  operationId: 'adminRevokeVerifiedAge',
  summary: 'Withdraw the age of one account',
  description: 'Repeating the call changes nothing.',
  middleware: allowed('ages.revoke'),
  request: { params: RowIdParam },
  responses: {
    ...ok('The updated age.', VerifiedAge),
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

const toFilter = (asked: {
  tenant_id?: string | undefined;
  session?: string | undefined;
  method?: (typeof PROOF_METHODS)[number] | undefined;
  policy_version?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}) => ({
  tenantId: asked.tenant_id,
  session: asked.session,
  method: asked.method,
  policyVersion: asked.policy_version,
  startDate: asked.start_date,
  endDate: asked.end_date,
});

const present = ({ proof, ...age }: ListedAge): z.infer<typeof VerifiedAge> => ({
  account_id: age.accountId,
  age_bracket: age.bracket === undefined ? null : `${age.bracket}+`,
  level: age.level,
  counts: age.counts,
  ...(proof !== undefined && wordsOfProof(proof)),
  ...(age.policyVersion !== undefined && { policy_version: age.policyVersion }),
  verified_at: toTimestamp(age.verifiedAtMs),
  expires_at: toTimestamp(age.expiresAtMs),
  ...(age.revokedAtMs !== undefined && { revoked_at: toTimestamp(age.revokedAtMs) }),
});

export function registerVerifiedAges(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const revoked = query.state === 'revoked';
    const { rows, total } = await listAges(c.get('ctx'), toFilter(query), revoked, sliceOf(query));
    return c.json(succeedPage(c, rows.map(present), total, query), 200);
  });

  surface.openapi(revokeAllRoute, async (c) => {
    const asked = c.req.valid('json');
    const options = { dryRun: asked.dry_run };
    const done = await revokeAges(c.get('ctx'), actorOf(c), toFilter(asked), options);
    return c.json(succeed(c, done), 200);
  });

  surface.openapi(revokeRoute, async (c) => {
    const age = await revokeAge(c.get('ctx'), actorOf(c), c.req.valid('param').id);
    return c.json(succeed(c, present(age)), 200);
  });
}
