// The register of incidents that evidence packs show (D-164). Operators write it by hand.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  namesAddress,
  type Incident,
  type IncidentFacts,
} from '../../domain/operations/incidents/incident.ts';
import {
  changeIncident,
  listIncidents,
  withdrawIncident,
  writeIncident,
} from '../../domain/operations/incidents/incidents.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, created, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done } from '../../http/fields.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import { packText } from './evidence-texts.ts';

const EXAMPLE = 'inc_7pFq0cW4mT2yK9dE';

const Incident = z
  .object({
    id: z.string().openapi({ example: EXAMPLE }),
    began_at: z.string(),
    ended_at: z.string().nullable(),
    what: z.string(),
    concerned: z.string(),
    done: z.string(),
    written_at: z.string(),
    changed_at: z.string().nullable(),
  })
  .openapi('AdminIncident');

const moment = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be a time such as 2026-08-13T09:30:00Z.` });

/**
 * Returns the schema of a text that must not contain email or IP addresses, because it appears in
 * every customer's pack.
 */
const impersonal = (name: string, most: number) =>
  packText(name, most).refine(
    (text) => !namesAddress(text),
    `${name} must not contain an email or IP address: packs have no personal data.`,
  );

const FIELDS = {
  began_at: moment('began_at'),
  ended_at: moment('ended_at')
    .nullable()
    .optional()
    .openapi({ type: ['string', 'null'], description: 'null or absent: the incident is ongoing.' }),
  what: impersonal('what', 1_500).openapi({ description: 'What happened.' }),
  concerned: impersonal('concerned', 500).openapi({
    description: 'Who was affected, without names: every customer’s pack contains this text.',
  }),
  done: impersonal('done', 1_500).openapi({ description: 'What was done about it.' }),
};

const Changes = z.strictObject({
  began_at: FIELDS.began_at.optional(),
  ended_at: FIELDS.ended_at,
  what: FIELDS.what.optional(),
  concerned: FIELDS.concerned.optional(),
  done: FIELDS.done.optional(),
});

const common = { tags: ['Admin evidence'], security: [{ bearer: [] }] };
const params = z.object({ id: z.string().max(100).openapi({ example: EXAMPLE }) });
const changing = { ...common, middleware: [...allowed('evidence.manage'), requireJsonObject] };

const listRoute = createRoute({
  ...common,
  method: 'get',
  path: '/evidence/incidents',
  operationId: 'adminListIncidents',
  summary: 'List incidents',
  middleware: allowed('evidence.read'),
  request: { query: z.object(PAGE_QUERY) },
  responses: {
    ...ok('Latest beginning first.', z.array(Incident)),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const writeRoute = createRoute({
  ...changing,
  method: 'post',
  path: '/evidence/incidents',
  operationId: 'adminWriteIncident',
  summary: 'Record an incident',
  description:
    'Every customer’s evidence pack of that period contains the incident, so do not name customers or persons.',
  request: { body: bodyOf(z.strictObject(FIELDS)) },
  responses: {
    ...created('The incident is recorded.', Incident),
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

const changeRoute = createRoute({
  ...changing,
  method: 'patch',
  path: '/evidence/incidents/{id}',
  operationId: 'adminChangeIncident',
  summary: 'Change the record of an incident',
  description: 'Absent fields do not change. The audit log keeps both versions.',
  request: { params, body: bodyOf(Changes) },
  responses: {
    ...ok('The updated incident.', Incident),
    ...errorResponses(400, 401, 403, 404, 413, 429, 500),
  },
});

const withdrawRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/evidence/incidents/{id}',
  operationId: 'adminWithdrawIncident',
  summary: 'Withdraw an incident that was recorded by mistake',
  description: 'Later packs do not contain the incident. The audit log keeps it.',
  middleware: allowed('evidence.manage'),
  request: { params },
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 404, 429, 500) },
});

const presentIncident = (one: Incident) => ({
  id: one.id,
  began_at: toTimestamp(one.beganAtMs),
  ended_at: one.endedAtMs === null ? null : toTimestamp(one.endedAtMs),
  what: one.what,
  concerned: one.concerned,
  done: one.done,
  written_at: toTimestamp(one.writtenAtMs),
  changed_at: one.changedAtMs === null ? null : toTimestamp(one.changedAtMs),
});

/** @returns only the fields that were sent */
const changesIn = (body: z.infer<typeof Changes>): Partial<IncidentFacts> => ({
  ...(body.began_at !== undefined && { beganAtMs: Date.parse(body.began_at) }),
  ...(body.ended_at !== undefined && {
    endedAtMs: body.ended_at === null ? null : Date.parse(body.ended_at),
  }),
  ...(body.what !== undefined && { what: body.what }),
  ...(body.concerned !== undefined && { concerned: body.concerned }),
  ...(body.done !== undefined && { done: body.done }),
});

export function registerIncidents(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const { rows, total } = await listIncidents(c.get('ctx'), sliceOf(query));
    return c.json(succeedPage(c, rows.map(presentIncident), total, query), 200);
  });

  surface.openapi(writeRoute, async (c) => {
    const { began_at: begin, ended_at: end, ...texts } = c.req.valid('json');
    const incident = await writeIncident(c.get('ctx'), actorOf(c), {
      ...texts,
      beganAtMs: Date.parse(begin),
      endedAtMs: end === undefined || end === null ? null : Date.parse(end),
    });
    return c.json(succeed(c, presentIncident(incident)), 201);
  });

  surface.openapi(changeRoute, async (c) => {
    const changes = changesIn(c.req.valid('json'));
    const { id } = c.req.valid('param');
    const incident = await changeIncident(c.get('ctx'), actorOf(c), id, changes);
    return c.json(succeed(c, presentIncident(incident)), 200);
  });

  surface.openapi(withdrawRoute, async (c) => {
    await withdrawIncident(c.get('ctx'), actorOf(c), c.req.valid('param').id);
    return c.json(succeed(c, DONE), 200);
  });
}
