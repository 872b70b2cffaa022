import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Config } from '../../config/config.ts';
import { readHealthFigures, type HealthFigures } from '../../domain/operations/health/figures.ts';
import { slowestOf, type LedgerReading } from '../../domain/operations/health/ledgers.ts';
import { OBJECT_BYTES } from '../../domain/platform/ledgers/volume.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { READINESS } from '../../http/contracts/health.ts';
import { toTimestamp } from '../../time/timestamp.ts';

const Overdue = z.object({
  count: z.int().openapi({ description: 'At most 1000.' }),
  oldest_at: z.string().optional(),
});

const Volume = {
  tenant_id: z.string(),
  tenant_name: z.string().optional().openapi({ description: 'Absent if the customer has ended.' }),
  mode: z.enum(['live', 'test']),
  number: z.int().openapi({ description: 'Number of the volume, from 1.' }),
  answer_ms: z
    .int()
    .optional()
    .openapi({ description: 'How long it took to answer. Absent if it did not within 2 seconds.' }),
};

const Ledgers = z
  .object({
    limit_bytes: z.int().openapi({ description: 'The most that a volume can hold.' }),
    largest: z.array(
      z.object({
        ...Volume,
        size_bytes: z.int(),
        share: z.number().openapi({ description: 'Share of `limit_bytes`, from 0.', example: 0.4 }),
      }),
    ),
    slowest: z.object(Volume).optional().openapi({
      description: 'The one of them that did not answer, or else took longest.',
    }),
  })
  .openapi({
    description:
      'The five largest volumes of customers that are written to, largest first. Each is asked for its size. Values that the database did not return are absent.',
  });

const Health = z
  .object({
    ...READINESS,
    schedules: z.array(
      z.object({
        cron: z.string().openapi({ example: '*/10 * * * *' }),
        started_at: z.string(),
        finished_at: z.string(),
        succeeded_at: z.string().optional(),
        failed_steps: z.array(z.string()),
      }),
    ),
    queues: z.array(
      z.object({
        name: z.string(),
        messages: z
          .int()
          .openapi({ description: 'Includes messages that are scheduled for later.' }),
        oldest_at: z.string().optional(),
      }),
    ),
    dead_letters: z.array(
      z.object({
        queue: z.string(),
        count: z.int(),
        oldest_at: z.string(),
        newest_at: z.string(),
      }),
    ),
    overdue: z
      .object({
        deliveries: Overdue,
        mails: Overdue,
        sessions: Overdue,
        audit_entries: Overdue,
        logout_notices: Overdue,
        grants: Overdue,
        account_deletions: Overdue,
      })
      .openapi({
        description:
          'Work that was due more than half an hour ago; for sign-outs, created more than an hour ago.',
      }),
    failures: z.object({ deliveries: Overdue, mails: Overdue }).openapi({
      description:
        'Deliveries of the last day that failed after all attempts, and emails that their queue gave up on.',
    }),
    keys: z.array(
      z.object({
        kid: z.string(),
        purpose: z.string().openapi({ example: 'oidc' }),
        state: z.enum(['active', 'next', 'retired', 'revoked']),
        active_from: z.string(),
        next_published_at: z.string().optional().openapi({
          description:
            'When the successor of the active key is created. Absent if it already exists.',
        }),
      }),
    ),
    storage: z.object({ size_bytes: z.int().optional(), limit_bytes: z.int() }).openapi({
      description: 'State of the database. Values that the database did not return are absent.',
    }),
    ledgers: Ledgers,
    wallet_lists: z
      .array(
        z.object({
          uri: z.string(),
          doc_type: z.string().openapi({ example: 'eu.europa.ec.av.1' }),
          failure: z.string().optional().openapi({
            description:
              'Why the last attempt failed: `unreachable`, `unreadable`, `other_list` (the list names another URL), `untrusted` (not signed by a listed issuer), `stale`.',
          }),
          ended_at: z.string().optional().openapi({
            description: 'Expiry of the list that was fetched last. Absent if none was fetched.',
          }),
        }),
      )
      .openapi({
        description:
          'Status lists of revoked credentials that are unusable now, among those that a credential has referred to within a week; at most 50. `WALLET_STATUS_LISTS` decides how such credentials are treated.',
      }),
    wallet_trust_lists: z
      .array(z.object({ name: z.string(), next_update_at: z.string() }))
      .openapi({
        description:
          'Trust lists that are due for renewal. Their anchors remain valid for another week.',
      }),
  })
  .openapi('Health');

const route = createRoute({
  method: 'get',
  path: '/health',
  operationId: 'adminReadHealth',
  tags: ['Admin health'],
  summary: 'Read operational health: schedules, queues, dead letters, overdue work and key ages',
  security: [{ bearer: [] }],
  middleware: allowed('health.read'),
  responses: { ...ok('The current state.', Health), ...errorResponses(401, 403, 429, 500) },
});

export function registerHealth(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) =>
    c.json(succeed(c, present(await readHealthFigures(c.get('ctx')), c.get('ctx').config)), 200),
  );
}

const present = (
  figures: HealthFigures,
  { databaseLimitBytes }: Pick<Config, 'databaseLimitBytes'>,
): z.infer<typeof Health> => ({
  status: figures.status,
  checks: figures.checks,
  schedules: figures.schedules.map((run) => ({
    cron: run.cron,
    started_at: toTimestamp(run.startedAtMs),
    finished_at: toTimestamp(run.finishedAtMs),
    ...(run.succeededAtMs !== undefined && { succeeded_at: toTimestamp(run.succeededAtMs) }),
    failed_steps: run.failed,
  })),
  queues: figures.queues.map(({ name, messages, oldestAtMs }) => ({
    name,
    messages,
    ...presentOldest(oldestAtMs),
  })),
  dead_letters: figures.deadLetters.map((letters) => ({
    queue: letters.queue,
    count: letters.count,
    oldest_at: toTimestamp(letters.oldestAtMs),
    newest_at: toTimestamp(letters.newestAtMs),
  })),
  overdue: {
    deliveries: presentOverdue(figures.overdue.deliveries),
    mails: presentOverdue(figures.overdue.mails),
    sessions: presentOverdue(figures.overdue.sessions),
    audit_entries: presentOverdue(figures.overdue.auditEntries),
    logout_notices: presentOverdue(figures.overdue.logoutNotices),
    grants: presentOverdue(figures.overdue.grants),
    account_deletions: presentOverdue(figures.overdue.accountDeletions),
  },
  failures: {
    deliveries: presentOverdue(figures.failures.deliveries),
    mails: presentOverdue(figures.failures.mails),
  },
  keys: figures.keys.map(({ kid, purpose, state, activeFromMs, nextPublishedMs }) => ({
    kid,
    purpose,
    state,
    active_from: toTimestamp(activeFromMs),
    ...(nextPublishedMs !== undefined && { next_published_at: toTimestamp(nextPublishedMs) }),
  })),
  storage: {
    ...(figures.databaseBytes !== undefined && { size_bytes: figures.databaseBytes }),
    limit_bytes: databaseLimitBytes,
  },
  ledgers: presentLedgers(figures.ledgers ?? []),
  wallet_lists: figures.walletLists.map(({ uri, docType, failure, endedAtMs }) => ({
    uri,
    doc_type: docType,
    ...(failure !== undefined && { failure }),
    ...(endedAtMs !== undefined && { ended_at: toTimestamp(endedAtMs) }),
  })),
  wallet_trust_lists: figures.trustLists.map(({ name, nextUpdateMs }) => ({
    name,
    next_update_at: toTimestamp(nextUpdateMs),
  })),
});

type OverdueFigures = HealthFigures['overdue']['deliveries'];

const presentOverdue = ({ count, oldestAtMs }: OverdueFigures) => ({
  count,
  ...presentOldest(oldestAtMs),
});

const presentOldest = (oldestAtMs: number | undefined) =>
  oldestAtMs === undefined ? {} : { oldest_at: toTimestamp(oldestAtMs) };

function presentLedgers(readings: readonly LedgerReading[]): z.infer<typeof Ledgers> {
  const slowest = slowestOf(readings);
  return {
    limit_bytes: OBJECT_BYTES,
    largest: readings.map((reading) => ({
      ...presentVolume(reading),
      size_bytes: reading.bytes,
      share: reading.bytes / OBJECT_BYTES,
    })),
    ...(slowest !== undefined && { slowest: presentVolume(slowest) }),
  };
}

const presentVolume = ({ tenantId, tenantName, test, number, answerMs }: LedgerReading) => ({
  tenant_id: tenantId,
  ...(tenantName !== null && { tenant_name: tenantName }),
  mode: test ? ('test' as const) : ('live' as const),
  number,
  ...(answerMs !== undefined && { answer_ms: answerMs }),
});
