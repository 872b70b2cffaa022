// Generates the API types for our own clients from the API description, which is generated from the
// routes.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import oxfmtOptions from '../../.oxfmtrc.json' with { type: 'json' };
import { pythonRegions } from './python-regions.ts';
import { pythonSync } from './python-sync.ts';
import { pythonTypes } from './python-types.ts';
import { callsWithToken, routesType, shownOf, type Paths } from './routes-type.ts';
import { referredIn, typeOf, type Schema, type Style } from './schema-type.ts';
import { wrapComments } from './wrap-text.ts';

interface Description {
  paths: Paths;
  components: { schemas: Record<string, Schema> };
}

/** The types that the SDK sends and receives. */
const SDK_TYPES = [
  'InitRequest',
  'InitData',
  'RetakeData',
  'Result',
  'FaceAccepted',
  'FaceChallenge',
  'FaceSession',
  'FaceSessionRequest',
  'FaceUser',
  'BlacklistEntry',
  'BlacklistOutlook',
  'FullResult',
  'ListedSession',
  'Event',
  'Receipt',
  'RedeemedPass',
  'RequestLine',
  'ResentEvent',
  'SandboxOutcome',
  'SessionDetail',
  'SentWebhookTest',
  'WebhookTest',
  'Webhook',
  'WebhookWithSecret',
  'WebhookRegistration',
  'WebhookChanges',
  'WebhookDelivery',
  'OAuthClient',
  'OAuthClientWithSecret',
  'OAuthClientRegistration',
  'OAuthClientChanges',
  'Error',
];

/**
 * The hosted page's own names for the types that it sends and receives, keyed by their names in the
 * routes.
 */
const PAGE_TYPES: Record<string, string> = {
  HostedSession: 'SessionView',
  HostedChallengeRequest: 'ChallengeRequest',
  HostedChallenge: 'Challenge',
  HostedLiveness: 'LivenessSubmission',
  HostedAge: 'AgeSubmission',
  HostedHandoffLink: 'HandoffLink',
  HostedPassWindowView: 'PassWindowView',
  HostedContestLink: 'ContestLink',
  HostedSandbox: 'SandboxBody',
  HostedWalletWish: 'WalletWish',
  HostedWalletOffer: 'WalletOffer',
  AccountOffer: 'AccountOffer',
};

/**
 * The API paths of the consoles. Types are generated only for calls with an access token; the
 * sign-in calls, which use a cookie, are typed in `widget/console/session`.
 */
const CONSOLE_SURFACES = /^\/(dashboard|admin)\/v1\//;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PYTHON = 'sdk/python/src/agate_sdk/';

const HEADER = `// Wire types of the API, generated from its routes by \`npm run generate:wire\`. Do not edit.
`;

const wireName = (schema: string): string => `Wire${schema}`;
const SDK_STYLE: Style = { nameOf: wireName, hasComments: true };
const PAGE_STYLE: Style = {
  nameOf: (schema) => PAGE_TYPES[schema] ?? wireName(schema),
  hasComments: true,
};
/**
 * The style of the consoles' file. The file has no comments, because they would make up a fifth of
 * its lines and can be read in the routes' contracts.
 */
const CONSOLE_STYLE: Style = { nameOf: wireName, hasComments: false };

/**
 * @returns the contents of the files by path, formatted like the rest of the repository
 * @throws Error when the description lacks a type that is needed
 */
export async function wireTypes(description: Description): Promise<Record<string, string>> {
  const { schemas } = description.components;
  const calls = callsWithToken(description.paths, CONSOLE_SURFACES);
  const files = {
    'sdk/src/wire.ts': namedTypes(schemas, SDK_TYPES, SDK_STYLE),
    'widget/hosted/requests/wire.ts': namedTypes(schemas, Object.keys(PAGE_TYPES), PAGE_STYLE),
    'widget/console/api/wire.ts': [
      namedTypes(schemas, referredIn(calls.flatMap(shownOf)), CONSOLE_STYLE),
      routesType(calls, CONSOLE_STYLE),
    ].join('\n'),
  };
  const formatted = Object.entries(files).map(async ([path, types]): Promise<[string, string]> => [
    path,
    wrapComments((await format(path, `${HEADER}\n${types}`, FORMAT)).code),
  ]);
  return {
    ...Object.fromEntries(await Promise.all(formatted)),
    [`${PYTHON}wire.py`]: pythonTypes(schemas, SDK_TYPES),
    [`${PYTHON}_sync.py`]: pythonSync(readFileSync(`${ROOT}${PYTHON}_async.py`, 'utf8')),
    [`${PYTHON}_regions.py`]: pythonRegions(),
  };
}

const { printWidth, singleQuote } = oxfmtOptions;
const FORMAT = { printWidth, singleQuote };

/**
 * @param roots the names of the schemas whose types are written, along with the types that they
 *   refer to
 */
function namedTypes(
  schemas: Record<string, Schema>,
  roots: readonly string[],
  style: Style,
): string {
  const names = new Set(roots);
  // The loop also visits the types that it adds.
  for (const name of names) for (const found of referredIn(schemas[name])) names.add(found);
  const types = [...names].toSorted().map((name) => {
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`The description has no ${name}.`);
    return `export type ${style.nameOf(name)} = ${typeOf(schema, style)};\n`;
  });
  return types.join('\n');
}
