// Makes each call of a first deployment, of an upgrade and of the rollback of an upgrade fail in
// three ways: the call is refused, it is carried out but its response is lost, or neither that call
// nor any later one gets a response. The run must then either complete or report what failed and
// what to do, and the next run must complete the deployment without creating duplicates.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashKey } from '../../../scripts/credentials.ts';
import { describeFailure } from '../../../scripts/deploy/run.ts';
import { readManifest } from '../../../scripts/operations/backup/folder.ts';
import { ANSWERS, MIGRATIONS, TriedDeployment } from './deployment.ts';
import type { Failure } from './fake-cloudflare.ts';

const WAYS: Failure['how'][] = ['refused', 'lost', 'outage'];
/** The arguments of a later run, which reads the answers of an earlier run from the folder. */
const AGAIN = ['--yes'];

let empty: TriedDeployment;
let deployed: TriedDeployment;
/** Like `deployed`, but each upgrade fails its last check. */
let faulty: TriedDeployment;
beforeAll(async () => {
  empty = await new TriedDeployment().start();
  deployed = empty.copy();
  await deployed.run();
  deployed.migrations = [
    ...MIGRATIONS,
    ['9998_next.sql', 'CREATE TABLE next_version (id INTEGER);'],
  ];
  faulty = deployed.copy();
  faulty.fake.account.isWrong = true;
});
afterAll(() => Promise.all([empty, deployed, faulty].map((each) => each.stop())));

interface Scenario {
  from: () => TriedDeployment;
  args: readonly string[];
  /** Whether the test makes the call at this index fail; absent if it makes each call fail. */
  isMeant?: (calls: readonly string[], index: number) => boolean;
  /** A text that the failure message must contain, instead of the path of a failed call. */
  says?: string;
  atLeast: number;
}

const SCENARIOS: Record<string, Scenario> = {
  'a first deployment': { from: () => empty, args: ANSWERS, atLeast: 75 },
  'an upgrade': { from: () => deployed, args: AGAIN, atLeast: 120 },
  'the rollback of an upgrade': {
    from: () => faulty,
    args: AGAIN,
    says: 'its result says otherwise',
    isMeant: (calls, index) =>
      index > calls.findIndex((what) => what.includes('/verify/v1/result/')),
    atLeast: 9,
  },
};

describe.each(Object.entries(SCENARIOS))('%s', (_name, { from, args, isMeant, says, atLeast }) => {
  test.each(WAYS)('survives each call when it is "%s"', async (how) => {
    const sound = from().copy();
    await sound.run(args).catch(() => {});
    const calls = sound.fake.calls.map(({ what }) => what);
    await sound.stop();
    const meant = calls
      .map((_what, index) => index)
      .filter((index) => isMeant?.(calls, index) ?? true);
    expect(meant.length).toBeGreaterThanOrEqual(atLeast);
    for (const at of how === 'outage' ? withoutRepeats(meant, sound) : meant) {
      const tried = from().copy();
      try {
        await failAndHeal(tried, args, { at, how }, says);
      } catch (error) {
        throw new Error(`${calls[at]} (call ${at}), ${how}: ${String(error)}`, { cause: error });
      } finally {
        await tried.stop();
      }
    }
  });
});

/**
 * Keeps only the first and the last of consecutive calls that differ only in the table that they
 * copy.
 */
function withoutRepeats(numbers: readonly number[], { fake }: TriedDeployment): number[] {
  const isCopy = (number: number): boolean => /AS dump_order/.test(fake.calls[number]?.body ?? '');
  return numbers.filter((at) => !isCopy(at) || !isCopy(at - 1) || !isCopy(at + 1));
}

const filesIn = ({ folder }: TriedDeployment): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();

async function failAndHeal(
  tried: TriedDeployment,
  args: readonly string[],
  failure: Failure,
  says: string | undefined,
): Promise<void> {
  const { fake } = tried;
  const before = versionsOf(tried);
  const files = filesIn(tried);
  fake.failure = failure;
  const said = await tried.run(args).then(() => undefined, describeFailure);
  fake.failure = undefined;
  expect(fake.failed.length).toBeGreaterThan(0);
  if (said === undefined) return expectComplete(tried);
  expectExplained(tried, said, says);
  expectReturned(tried, before);
  // If the failed run has left nothing behind, the next run would be the same as the sound run.
  if (said.includes('Nothing was created.')) return expectUntouched(tried, files);
  fake.account.isWrong = false;
  await tried.run(AGAIN);
  expectComplete(tried);
}

function expectUntouched(tried: TriedDeployment, files: readonly string[]): void {
  expect(tried.fake.writes()).toEqual([]);
  expect(filesIn(tried)).toEqual(files);
}

/** Expects the message to contain `says` or the path of a failed call, and to say what to do. */
function expectExplained({ fake, lines }: TriedDeployment, said: string, says?: string): void {
  const paths = fake.failed.map(({ what }) =>
    what.replace(/^\w+ (\/accounts\/[^/]+|\/service)/, ''),
  );
  expect((says === undefined ? paths : [says]).filter((text) => said.includes(text))).not.toEqual(
    [],
  );
  expect(said).toContain('You can run "npm run deploy" again.');
  expect(said).toContain(fake.writes().length > 0 ? 'has been kept.' : '');
  expect([...lines, said].join('\n')).not.toContain('undefined');
}

const versionsOf = ({ fake }: TriedDeployment): Map<string, string> =>
  new Map([...fake.account.workers].map(([name, { serves }]) => [name, serves]));

/**
 * Expects each Worker to serve its previous version again. If several calls failed, it is enough
 * that the run prints the command that returns to that version.
 */
function expectReturned(tried: TriedDeployment, before: ReadonlyMap<string, string>): void {
  const after = versionsOf(tried);
  const left = [...before].filter(([name, version]) => after.get(name) !== version);
  const printed = tried.lines.join('\n');
  expect(
    left.filter(
      ([name, version]) => !printed.includes(`npx wrangler rollback ${version} --name ${name}`),
    ),
  ).toEqual([]);
  if (tried.fake.failed.length === 1) expect(left).toEqual([]);
}

function expectComplete(tried: TriedDeployment): void {
  const { account } = tried.fake;
  const printed = tried.lines.join('\n');
  expect(printed).toContain('listed through the queue');
  expect(account.databases).toHaveLength(1);
  expect([account.queues.length, new Set(account.queues).size]).toEqual([7, 7]);
  for (const { versions, serves } of account.workers.values()) expect(serves).toBe(versions.at(-1));
  expect([...account.workers.keys()].toSorted()).toEqual([
    'agate',
    'agate-documents',
    'agate-face',
    'agate-wallet',
  ]);
  expectDatabase(tried);
  expectFolder(tried);
}

function expectDatabase({ fake: { account }, folder, migrations }: TriedDeployment): void {
  const valuesOf = (sql: string) =>
    account.database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row)[0]);
  const names = 'SELECT name FROM d1_migrations ORDER BY name';
  expect(valuesOf(names)).toEqual(migrations.map(([name]) => name));
  const countOf = (table: string) => valuesOf(`SELECT count(*) FROM ${table}`)[0];
  expect(['staff', 'tenants', 'api_keys', 'staff_invitations'].map(countOf)).toEqual([1, 1, 4, 1]);
  const { customer, operator_link: link } = secretsIn(folder);
  expect(valuesOf('SELECT hash FROM api_keys')).toContain(hashKey(customer.secret_key));
  expect(valuesOf('SELECT token_hash FROM staff_invitations')).toContain(
    hashOf(customer.owner_link),
  );
  // A link for the webhook check may also be left. It expires within ten minutes, and the service
  // deletes it at night.
  const left = "SELECT token_hash FROM deployment_links WHERE kind = 'operator'";
  expect(valuesOf(left)).toEqual([hashOf(link)]);
  expect(valuesOf("SELECT token_hash FROM deployment_links WHERE kind = 'backup'")).toEqual([]);
}

function expectFolder({ fake, folder, put, lines }: TriedDeployment): void {
  const kept = secretsIn(folder);
  for (const keys of put) expect(kept).toMatchObject(keys);
  expect([...(fake.account.workers.get('agate')?.secrets ?? [])]).toHaveLength(2);
  expect(existsSync(join(folder, 'keys-to-put.json'))).toBe(false);
  const backups = join(folder, 'backups');
  for (const name of existsSync(backups) ? readdirSync(backups) : [])
    expect(readManifest(join(backups, name))?.ended_at).toBeDefined();
  const isFirst = fake.account.workers.get('agate')?.versions.length === 1;
  if (isFirst) expect(lines.join('\n')).toContain(kept.operator_link);
}

const hashOf = (link: string): string => hashKey(new URL(link).searchParams.get('token') ?? '');

const secretsIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as {
    operator_link: string;
    customer: { secret_key: string; owner_link: string };
  };
