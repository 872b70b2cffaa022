// The configurations that wrangler uses for one installation, generated from the committed
// wrangler*.toml and the installation's settings. They are never edited by hand.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { configsToDeploy } from '../bound-workers.ts';
import { ROOT } from '../bundle.ts';
import { mailProviderOf, WORKERS, writePrivately, type Choices } from './settings.ts';

export const DATABASE = 'agate';
const FREE_DATABASE_MB = '500';

/**
 * The id of the database and the URL of the service, as they are written into the service's
 * configuration.
 */
interface Places {
  databaseId: string;
  baseUrl: string;
}

/** @returns the names of the files, in the order in which the Workers are deployed */
export function writeConfigurations(folder: string, choices: Choices, places: Places): string[] {
  const service = serviceConfiguration(read('wrangler.toml'), choices, places);
  const names = configsToDeploy(service);
  for (const name of names) {
    const text = name === 'wrangler.toml' ? service : boundConfiguration(read(name), choices);
    writePrivately(join(folder, name), text);
  }
  return names;
}

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

/**
 * @param committed the text of wrangler.toml
 * @throws Error unless it contains each setting to replace exactly once
 */
export function serviceConfiguration(
  committed: string,
  choices: Choices,
  { databaseId, baseUrl }: Places,
): string {
  const vars = {
    BASE_URL: baseUrl,
    SERVICE_NAME: choices.service_name,
    ...(choices.plan === 'free' && { D1_LIMIT_MB: FREE_DATABASE_MB }),
    MAIL_PROVIDER: mailProviderOf(choices),
    ...(choices.mail_from !== 'none' && { MAIL_FROM: choices.mail_from }),
    ...(choices.ses_region !== undefined && { SES_REGION: choices.ses_region }),
    ...(choices.ses_access_key_id !== undefined && {
      SES_ACCESS_KEY_ID: choices.ses_access_key_id,
    }),
    ...choices.vars,
  };
  let text = withoutWorkers(committed, choices.workers);
  text = replaceOnce(text, /^\[vars\]\n(?:[A-Z_0-9]+ = .*\n)*/gm, `[vars]\n${assignments(vars)}`);
  text = replaceOnce(text, /^database_id = .*$/gm, `database_id = ${quote(databaseId)}`);
  text = replaceOnce(text, /^migrations_dir = "(.*)"$/gm, (_line, folder) =>
    assignment('migrations_dir', resolve(ROOT, folder)),
  );
  // wrangler looks for an alias in the folder of the configuration.
  text = replaceOnce(text, /(?<=^alias = \{ ".*" = )"(.*)"(?= \}$)/gm, (_path, module) =>
    quote(resolve(ROOT, 'node_modules', module)),
  );
  const address =
    choices.domain === 'workers.dev'
      ? 'workers_dev = true'
      : `workers_dev = false\nroutes = [{ pattern = ${quote(choices.domain)}, custom_domain = true }]`;
  return anywhere(text, `${account(choices)}\n${address}\npreview_urls = false`);
}

/** @param committed the configuration of a Worker that the service is bound to */
const boundConfiguration = (committed: string, choices: Choices): string =>
  anywhere(committed, account(choices));

const account = ({ account_id: id }: Choices): string => `account_id = ${quote(id)}`;

/**
 * Makes a configuration work from any folder by using absolute paths, and inserts the lines below
 * the Worker's name, before the first table.
 */
function anywhere(committed: string, lines: string): string {
  const named = replaceOnce(
    committed,
    /^name = "agate(?:-[a-z]+)?"$/gm,
    (line) => `${line}\n${lines}`,
  );
  return replaceOnce(named, /^main = "(.*)"$/gm, (_line, file) =>
    assignment('main', resolve(ROOT, file)),
  ).replaceAll(/^directory = "(.*)"$/gm, (_line, folder: string) =>
    assignment('directory', resolve(ROOT, folder)),
  );
}

function withoutWorkers(committed: string, kept: readonly string[]): string {
  return WORKERS.filter((binding) => !kept.includes(binding)).reduce(
    (text, binding) =>
      replaceOnce(
        text,
        new RegExp(String.raw`^\[\[services\]\]\nbinding = "${binding}"\nservice = ".*"\n`, 'gm'),
        '',
      ),
    committed,
  );
}

function replaceOnce(
  text: string,
  pattern: RegExp,
  by: string | ((match: string, group: string) => string),
): string {
  if (text.match(pattern)?.length !== 1)
    throw new Error(
      `wrangler.toml is not as expected: it must contain ${pattern.source} exactly once.`,
    );
  return text.replace(pattern, (match, group: string) =>
    typeof by === 'string' ? by : by(match, group),
  );
}

/**
 * Formats a TOML string. A JSON string is also a TOML string (https://toml.io/en/v1.0.0#string),
 * except for one character that JSON does not escape.
 */
const quote = (text: string): string => JSON.stringify(text).replaceAll('\u007F', '\\u007F');
const assignment = (name: string, value: string): string => `${name} = ${quote(value)}`;
const assignments = (vars: Record<string, string>): string =>
  Object.entries(vars)
    .map(([name, value]) => `${assignment(name, value)}\n`)
    .join('');
