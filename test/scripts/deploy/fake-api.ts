// The responses of Cloudflare's API (https://developers.cloudflare.com/api/), and the responses to
// wrangler's other requests.
import { randomUUID } from 'node:crypto';
import { ACCOUNT, refused, type Account, type Answer, type Call } from './fake-account.ts';
import type { FakeDatabase } from './fake-database.ts';

type Handler = (account: Account, call: Call, parts: string[]) => unknown;
class Refusal extends Error {
  readonly answer: Answer;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.answer = { status, body: refused(code, message) };
  }
}

const A = `/accounts/${ACCOUNT}`;

const HANDLERS: readonly [method: string, path: RegExp, handler: Handler][] = [
  ['GET', /^\/accounts$/, () => [{ id: ACCOUNT, name: 'Quarry' }]],
  ['GET', /^\/user$/, () => ({ email: 'someone@quarry.example' })],
  ['GET', /^\/memberships$/, () => [{ account: { id: ACCOUNT, name: 'Quarry' } }]],
  [
    'GET',
    at('/subscriptions'),
    ({ plan }) => (plan === 'paid' ? [{ rate_plan: { id: 'workers_paid' } }] : []),
  ],
  [
    'GET',
    at('/d1/database'),
    ({ databases }, { search }) => {
      const name = search.get('name');
      return databases.filter((one) => name === null || one.name.includes(name));
    },
  ],
  ['POST', at('/d1/database'), makeDatabase],
  ['GET', at('/d1/database/([^/]+)'), ({ databases }) => databases[0]],
  ['POST', at('/d1/database/[^/]+/query'), ({ content }, { body }) => runSql(content, utf8(body))],
  [
    'GET',
    at('/queues'),
    ({ queues }, { search }) => {
      const names = search.getAll('name');
      return queues
        .filter((name) => names.length === 0 || names.includes(name))
        .map((name) => ({
          queue_id: `id-${name}`,
          queue_name: name,
          consumers: [],
          producers: [],
        }));
    },
  ],
  ['POST', at('/queues'), makeQueue],
  ['POST', at('/queues/[^/]+/consumers'), () => ({})],
  ['GET', at('/workers/scripts'), ({ workers }) => [...workers.keys()].map((id) => ({ id }))],
  [
    'GET',
    at('/workers/subdomain'),
    ({ subdomain }) => {
      if (subdomain === undefined) throw new Refusal(404, 10_007, 'There is no subdomain');
      return { subdomain };
    },
  ],
  [
    'GET',
    at('/workers/domains'),
    ({ domains }, { search }) =>
      domains.filter(({ hostname }) => hostname === search.get('hostname')),
  ],
  [
    'GET',
    /^\/zones$/,
    ({ zones }, { search }) => zones.filter(({ name }) => name === search.get('name')),
  ],
  [
    'GET',
    /^\/zones\/[^/]+\/dns_records$/,
    ({ dnsRecords }, { search }) =>
      dnsRecords.filter((name) => name === search.get('name')).map((name) => ({ name })),
  ],
  [
    'GET',
    at('/workers/scripts/([^/]+)/secrets'),
    (account, _call, [name = '']) =>
      [...workerOf(account, name).secrets].map((secret) => ({ name: secret, type: 'secret_text' })),
  ],
  [
    'GET',
    at('/workers/scripts/([^/]+)/deployments'),
    (account, _call, [name = '']) => {
      const { serves } = workerOf(account, name);
      return { deployments: [deployment(serves)] };
    },
  ],
  [
    'POST',
    at('/workers/scripts/([^/]+)/deployments'),
    (account, { body }, [name = '']) => {
      const [version] = (JSON.parse(body) as { versions: { version_id: string }[] }).versions;
      workerOf(account, name).serves = version?.version_id ?? '';
      return { id: randomUUID() };
    },
  ],
  ['GET', at('/workers/workers/([^/]+)'), wholeWorker],
  ['PATCH', at('/workers/workers/([^/]+)'), wholeWorker],
  [
    'GET',
    at('/workers/services/([^/]+)'),
    (account, _call, [name = '']) => {
      workerOf(account, name);
      return {
        id: name,
        default_environment: {
          environment: 'production',
          script: { last_deployed_from: 'wrangler', tag: 't' },
        },
      };
    },
  ],
  ['PUT', at('/workers/scripts/([^/]+)'), upload],
  ['POST', at('/workers/scripts/([^/]+)/versions'), uploadVersion],
  [
    'POST',
    at('/workers/scripts/([^/]+)/assets-upload-session'),
    () => ({ jwt: 'assets', buckets: [] }),
  ],
  ['PATCH', at('/workers/scripts/([^/]+)/(settings|script-settings)'), () => ({})],
  [
    'GET',
    at('/workers/scripts/([^/]+)/subdomain'),
    () => ({ enabled: false, previews_enabled: false }),
  ],
  ['POST', at('/workers/scripts/([^/]+)/subdomain'), (_account, { body }) => JSON.parse(body)],
  ['PUT', at('/workers/scripts/([^/]+)/schedules'), () => ({ schedules: [] })],
  [
    'POST',
    at('/workers/scripts/([^/]+)/domains/changeset'),
    () => ({ added: [], removed: [], updated: [], conflicting: [] }),
  ],
  [
    'PUT',
    at('/workers/scripts/([^/]+)/domains/records'),
    ({ domains }, { body }, [service = '']) => {
      const { origins } = JSON.parse(body) as { origins: { hostname: string }[] };
      domains.push(...origins.map(({ hostname }) => ({ hostname, service })));
      return [];
    },
  ],
];

function at(path: string): RegExp {
  return new RegExp(`^${A}${path}$`);
}

export function answerApi(account: Account, call: Call): Answer {
  const [method = '', path = ''] = call.what.split(' ');
  for (const [known, pattern, handler] of HANDLERS) {
    const match = known === method ? pattern.exec(path) : null;
    if (match === null) continue;
    try {
      return succeeded(handler(account, call, match.slice(1)));
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      return { status: 400, body: refused(7500, String(error)) };
    }
  }
  return { status: 404, body: refused(10_007, `No such thing: ${call.what}`) };
}

function wholeWorker(_account: Account, _call: Call, [name = '']: string[]): unknown {
  return { id: name, name, subdomain: { enabled: false, previews_enabled: false } };
}

const succeeded = (result: unknown): Answer => {
  const info = Array.isArray(result) ? { page: 1, per_page: 50, total_count: result.length } : {};
  return {
    status: 200,
    body: {
      success: true,
      errors: [],
      messages: [],
      result,
      result_info: { ...info, total_pages: 1 },
    },
  };
};

function makeDatabase({ databases }: Account, { body }: Call): unknown {
  const { name } = JSON.parse(body) as { name: string };
  if (databases.some((one) => one.name === name)) throw new Refusal(400, 7502, 'It exists');
  const made = { uuid: randomUUID(), name, body: JSON.parse(body) as unknown };
  databases.push(made);
  return made;
}

function makeQueue({ queues }: Account, { body }: Call): unknown {
  const { queue_name: name } = JSON.parse(body) as { queue_name: string };
  if (queues.includes(name)) throw new Refusal(409, 11_009, 'It exists');
  queues.push(name);
  return { queue_name: name };
}

function runSql(content: FakeDatabase, body: string): unknown {
  const { sql } = JSON.parse(body) as { sql: string };
  return [{ results: content.run(sql), success: true, meta: { duration: 0 } }];
}

const utf8 = (body: string): string => Buffer.from(body, 'latin1').toString('utf8');

function workerOf({ workers }: Account, name: string) {
  const worker = workers.get(name);
  if (worker === undefined) throw new Refusal(404, 10_007, 'This Worker does not exist');
  return worker;
}

const deployment = (version: string) => ({
  id: randomUUID(),
  strategy: 'percentage',
  source: 'wrangler',
  author_email: 'someone@quarry.example',
  created_on: '2026-11-01T00:00:00Z',
  versions: [{ version_id: version, percentage: 100 }],
});

/** Uploads a new version of an existing Worker without deploying it; a separate call deploys it. */
function uploadVersion(account: Account, call: Call, [name = '']: string[]): unknown {
  const { serves } = workerOf(account, name);
  const uploaded = upload(account, call, [name]);
  workerOf(account, name).serves = serves;
  return uploaded;
}

/**
 * Stores and deploys a Worker's new version, from the multipart body that wrangler sends. The
 * secrets are named in the body's `metadata` part.
 */
function upload({ workers }: Account, { body }: Call, [name = '']: string[]): { id: string } {
  const [, metadata = '{}'] = /name="metadata"[^{]*?(\{.*?\})\r\n--/s.exec(body) ?? [];
  const { bindings = [] } = JSON.parse(metadata) as { bindings?: { name: string; type: string }[] };
  const worker = workers.get(name) ?? { versions: [], serves: '', secrets: new Set<string>() };
  for (const { name: secret, type } of bindings)
    if (type === 'secret_text') worker.secrets.add(secret);
  const id = randomUUID();
  worker.serves = id;
  worker.versions.push(id);
  workers.set(name, worker);
  return Object.assign(
    { id, deployment_id: id, etag: 'e', startup_time_ms: 10, entry_point: 'index.js' },
    { resources: { script: { etag: 'e' }, script_runtime: {}, bindings: [] } },
  );
}
