// Runs `npm run deploy` from its options to its report: asks questions, checks the account, creates
// missing resources, migrates, deploys, checks the service, and rolls back to the previous version
// if that check fails. Each step can be repeated, so after a failure the command is simply run
// again.
import { join } from 'node:path';
import { checkAddress, checkPermissions, checkPlan, zoneOf } from './account.ts';
import { completeChoices, readOptions, USAGE } from './answers.ts';
import { backUpRemote } from './back-up.ts';
import { checkService } from './check-service.ts';
import { Cloudflare } from './cloudflare.ts';
import { DATABASE, writeConfigurations } from './configuration.ts';
import { afterPutting, beforePutting, findMailSecret, withMailSecretOwner } from './mail-secret.ts';
import { makeCustomer, makeOperator } from './people.ts';
import { planLines, type Plan } from './plan.ts';
import { report } from './report.ts';
import {
  findDatabase,
  hasTables,
  makeDatabase,
  makeQueue,
  missingQueues,
  openRemote,
} from './resources.ts';
import { keepSecrets, listSecrets, prepareKeys, readSecrets } from './secrets.ts';
import {
  mailProviderOf,
  readSaved,
  saveSettings,
  type Choices,
  type Made,
  type Saved,
} from './settings.ts';
import type { Surroundings } from './surroundings.ts';
import { readToken } from './token.ts';
import { deployWorkers, returnAll } from './workers.ts';

/** A failure that happened after something had been created, in the account or on this machine. */
class PartlyMade extends Error {}

/** Describes in two lines why a run failed, what it leaves behind, and what to do. */
export function describeFailure(failure: unknown): string {
  const left =
    failure instanceof PartlyMade
      ? 'What was already created has been kept.'
      : 'Nothing was created.';
  const why = failure instanceof Error ? failure.message : String(failure);
  return `${why}\n${left} You can run "npm run deploy" again. For its options, add "-- --help".`;
}

/**
 * @param args the options of USAGE
 * @throws Error that states what failed and what to do
 */
export async function deploy(args: readonly string[], surroundings: Surroundings): Promise<void> {
  const options = readOptions(args);
  const { print, folder } = surroundings;
  if (options.isHelp) return print(USAGE);
  const cloudflare = new Cloudflare(
    await readToken(surroundings),
    surroundings.env['CLOUDFLARE_API_BASE_URL'],
    surroundings.fetchApi,
  );
  const saved = readSaved(folder);
  const choices = await completeChoices(cloudflare, options, saved, surroundings);
  const plan = await examine(cloudflare, choices, saved, surroundings, options.replacesDns);
  for (const line of planLines(plan)) print(line);
  if (options.isDryRun) return print('Nothing was done: this was a dry run.');
  if (!options.isYes) {
    if (surroundings.ask === undefined)
      throw new Error('There is no terminal to confirm in: add --yes to continue.');
    const answer = await surroundings.ask('Continue? [yes] ');
    if (!/^(|y|yes)$/i.test(answer)) return print('Nothing was done.');
  }
  await surroundings.build();
  try {
    await carryOut(cloudflare, plan, surroundings);
  } catch (error) {
    throw new PartlyMade(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Finds out what already exists in the account, without writing anything. */
async function examine(
  cloudflare: Cloudflare,
  choices: Choices,
  saved: Saved,
  surroundings: Surroundings,
  replacesDns: boolean,
): Promise<Plan> {
  const accountId = choices.account_id;
  const made = saved.account_id === accountId ? withMailSecretOwner(saved) : {};
  const planOfAccount = await checkPlan(cloudflare, choices);
  await checkPermissions(cloudflare, accountId);
  const baseUrl = await checkAddress(cloudflare, choices, surroundings, replacesDns);
  if (mailProviderOf(choices) === 'cloudflare')
    await zoneOf(
      cloudflare,
      accountId,
      choices.mail_from.split('@').at(-1) ?? '',
      'another email provider',
    );
  const databaseId = await findDatabase(cloudflare, accountId);
  const deployedSecrets = await listSecrets(cloudflare, accountId);
  const query = databaseId && openRemote(cloudflare, accountId, databaseId);
  return {
    choices,
    made,
    planOfAccount,
    baseUrl,
    databaseId,
    hasData: query ? await hasTables(query) : false,
    queues: await missingQueues(cloudflare, accountId),
    deployedSecrets,
    mailSecret: await findMailSecret(
      choices,
      { made, saved, deployed: deployedSecrets ?? [] },
      surroundings,
    ),
  };
}

async function carryOut(
  cloudflare: Cloudflare,
  plan: Plan,
  surroundings: Surroundings,
): Promise<void> {
  const { folder, print, now } = surroundings;
  const { choices, hasData } = plan;
  const accountId = choices.account_id;
  const { mailSecret } = plan;
  if (mailSecret?.value !== undefined)
    keepSecrets(folder, { MAIL_SECRET: mailSecret.value, MAIL_SECRET_OF: mailSecret.owner });
  const keys = {
    ...prepareKeys(folder, plan.deployedSecrets ?? [], hasData),
    ...(mailSecret?.value !== undefined && { MAIL_SECRET: mailSecret.value }),
  };
  let made: Made = { ...beforePutting(plan.made, mailSecret), base_url: plan.baseUrl };
  const record = (more: Partial<Made>): void => {
    made = { ...made, ...more };
    saveSettings(folder, choices, made);
  };
  // Saved before anything is created, so that the next run need not ask again.
  record({});
  const databaseId = plan.databaseId ?? (await makeDatabase(cloudflare, choices, print));
  for (const name of plan.queues) await makeQueue(cloudflare, choices, name, print);
  record({ database_id: databaseId });
  const query = openRemote(cloudflare, accountId, databaseId);
  if (hasData) {
    print('Backing up the database ...');
    print(`Backup: ${await backUpRemote(query, surroundings)}`);
  }
  const configurations = writeConfigurations(folder, choices, {
    databaseId,
    baseUrl: plan.baseUrl,
  });
  print('Migrating the database ...');
  const config = join(folder, 'wrangler.toml');
  await surroundings.wrangler([
    'd1',
    'migrations',
    'apply',
    DATABASE,
    '--remote',
    `--config=${config}`,
  ]);
  const deployed = await deployWorkers(cloudflare, accountId, configurations, keys, surroundings);
  try {
    print('Creating the first people, unless there are any ...');
    const link = await makeOperator(query, folder, choices, made, now(), record);
    const customer = await makeCustomer(query, folder, choices, made, now(), record);
    print('Checking the service ...');
    const testKey = customer ? readSecrets(folder).customer?.test_secret_key : undefined;
    const lines = await checkService(surroundings, plan.baseUrl, query, testKey);
    report(plan, lines, link, surroundings);
    record({ ...afterPutting(made, mailSecret), shown: true, has_new_link: undefined });
  } catch (error) {
    await returnAll(cloudflare, accountId, deployed, surroundings);
    throw error;
  }
}
