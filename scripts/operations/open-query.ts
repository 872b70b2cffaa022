// Opens a database for many reads in one process; the wrangler command would start a process for
// each read.
import { join } from 'node:path';
import { unstable_readConfig } from 'wrangler';
import { openLocalDatabase } from '../demo/local-database.ts';
import { deployedConfig } from '../deployed.ts';
import { listAccounts } from '../deploy/account.ts';
import { Cloudflare } from '../deploy/cloudflare.ts';
import { patient } from '../deploy/patience.ts';
import { openRemote } from '../deploy/resources.ts';
import { realSurroundings, type Surroundings } from '../deploy/surroundings.ts';
import { readToken } from '../deploy/token.ts';
import type { Query } from './query.ts';

interface OpenedQuery {
  query: Query;
  close: () => Promise<void>;
}

/** Opens the database on this machine, in `STATE_DIR` or where wrangler keeps it. */
async function openLocalQuery(env: NodeJS.ProcessEnv): Promise<OpenedQuery> {
  const { database, close } = await openLocalDatabase(
    env['STATE_DIR'] || join('.wrangler', 'state'),
  );
  const query: Query = async <Row>(sql: string) => (await database.prepare(sql).all<Row>()).results;
  return { query, close };
}

/**
 * Opens the deployed database through Cloudflare's API: the database of `npm run deploy` if there
 * is one, otherwise the database that wrangler.toml names.
 * @throws Error when nobody is logged in, or when the account or the database is unknown
 */
async function openRemoteQuery(surroundings: Surroundings): Promise<OpenedQuery> {
  const { env, wait } = surroundings;
  const [option] = deployedConfig(env);
  const config = unstable_readConfig({
    config: option?.slice('--config='.length) ?? 'wrangler.toml',
  });
  const databaseId = config.d1_databases[0]?.database_id;
  if (!databaseId) throw new Error('The configuration names no database: run "npm run deploy".');
  const cloudflare = new Cloudflare(await readToken(surroundings), env['CLOUDFLARE_API_BASE_URL']);
  const accountId =
    config.account_id || env['CLOUDFLARE_ACCOUNT_ID'] || (await onlyOne(cloudflare));
  const query = patient(openRemote(cloudflare, accountId, databaseId), wait);
  return { query, close: async () => {} };
}

async function onlyOne(cloudflare: Cloudflare): Promise<string> {
  const [account, ...others] = await listAccounts(cloudflare);
  if (account === undefined || others.length > 0)
    throw new Error('Say which account the database is in: set CLOUDFLARE_ACCOUNT_ID.');
  return account.id;
}

/**
 * Runs a script's work on a database. An error is printed as one line, and sets the exit code to 1.
 */
export async function runOnDatabase(
  remote: boolean,
  work: (query: Query) => Promise<void>,
): Promise<void> {
  let opened: OpenedQuery | undefined;
  try {
    opened = await (remote
      ? openRemoteQuery(realSurroundings(process.env))
      : openLocalQuery(process.env));
    await work(opened.query);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await opened?.close();
  }
}
