// `npm run fuzz`: starts a service with its own data and without request limits, and lets
// Schemathesis send requests to every operation of its API description, with the credentials of the
// operation's group (groups.ts). The run fails on a 5xx response, or on a response that the
// description does not declare. It needs python3 with venv, and access to PyPI, so it is not part
// of `npm test`.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startAlone } from '../demo/alone.ts';
import { endTogether, type ProcessGroup } from '../process-group.ts';
import { configurationOf } from './configuration.ts';
import { GROUPS, makeWorld, type Group } from './groups.ts';
import { addMembers, type Audience, type Member } from './members.ts';
import { readSettings, USAGE, type FuzzSettings } from './settings.ts';

const FOLDER = resolve('.cache/fuzz');
const VENV = join(FOLDER, 'venv/bin');
const HOOKS = resolve('scripts/fuzz/hooks.py');
/**
 * The number of staff members. It exceeds the number of requests that end a session, because each
 * such request ends the session of the member who sends it.
 */
const MEMBERS = 60;
/** Limits that the run lifts, because all requests come from one address and one customer. */
const GUESS_LIMITS =
  `API_KEY_FAILURES CLIENT_FAILURES REDEEM_FAILURES SIGN_IN_FAILURES SIGN_IN_ACCOUNT SIGN_IN_ADDRESS
  RESET_ADDRESS WEBHOOK_CHALLENGES WEBHOOK_HOST WEBHOOK_TESTS INVITES_TENANT SIGN_UP_ADDRESS FACE_2FA STAFF_SIGN_IN
  STAFF_ACCOUNT STAFF_ADDRESS STAFF_CODES STAFF_RESET`
    .split(/\s+/)
    .map((name) => [`LIMIT_${name}`, '9999999/60'] as const);

const groups: ProcessGroup[] = [];

/** The number of responses with each status, by operation. */
type Tally = Record<string, number>;

function installSchemathesis(): void {
  if (!existsSync(VENV)) execFileSync('python3', ['-m', 'venv', join(FOLDER, 'venv')]);
  execFileSync(join(VENV, 'pip'), ['install', '-q', '-r', 'scripts/fuzz/requirements.txt']);
}

/** @returns whether Schemathesis found no fault, and the number of responses with each status */
async function runGroup(
  { name, paths, without = [], credentials }: Group,
  world: Awaited<ReturnType<typeof makeWorld>>,
  settings: FuzzSettings,
): Promise<{ isGood: boolean; tally: Tally }> {
  const folder = join(FOLDER, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const files = {
    group: join(folder, 'group.json'),
    tally: join(folder, 'tally.json'),
    configuration: join(folder, 'schemathesis.toml'),
  };
  writeFileSync(files.group, JSON.stringify(await credentials(world)), { mode: 0o600 });
  writeFileSync(
    files.configuration,
    configurationOf({ hooks: HOOKS, sessions: world.sessions, without }),
  );
  const child = spawn(
    join(VENV, 'st'),
    [
      `--config-file=${files.configuration}`,
      'run',
      `${world.origin}/openapi.json`,
      `--include-path-regex=${paths}`,
      `--seed=${settings.seed}`,
      `--max-examples=${settings.examples}`,
      '--report=junit',
      `--report-dir=${folder}`,
    ],
    {
      // Schemathesis stores its examples in the folder in which it runs.
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, AGATE_FUZZ_GROUP: files.group, AGATE_FUZZ_TALLY: files.tally },
    },
  );
  const exitCode = await new Promise((ended) => child.once('exit', ended));
  const tally = existsSync(files.tally) ? readFileSync(files.tally, 'utf8') : '{}';
  return { isGood: exitCode === 0, tally: JSON.parse(tally) as Tally };
}

function report(tallies: ReadonlyMap<string, Tally>, bad: readonly string[], seed: number): void {
  let all = 0;
  for (const [name, tally] of tallies) {
    const lines = Object.entries(tally);
    const count = lines.reduce((sum, [, times]) => sum + times, 0);
    const operations = new Set(lines.map(([line]) => line.split(' ').slice(0, 2).join(' '))).size;
    const taken = lines
      .filter(([line]) => / [23]\d\d$/.test(line))
      .reduce((sum, [, times]) => sum + times, 0);
    const failed = lines.filter(([line]) => / 5\d\d$/.test(line)).map(([line]) => line);
    all += count;
    console.log(
      `${name}: ${count} requests to ${operations} operations, ${taken} of them granted${failed.length > 0 ? `; 5xx: ${failed.join(', ')}` : ''}`,
    );
  }
  console.log(`${all} requests in all, seed ${seed}.`);
  console.log(bad.length === 0 ? 'Nothing was found.' : `Found something: ${bad.join(', ')}.`);
}

async function fuzz(settings: FuzzSettings): Promise<boolean> {
  mkdirSync(FOLDER, { recursive: true });
  installSchemathesis();
  const added: { members?: Record<Audience, Member[]> } = {};
  const { origin, state } = await startAlone(
    {
      folder: FOLDER,
      port: settings.port,
      command: (port) => `npm run fuzz -- --port=${port}`,
      fill: async ({ tenant }, stateDirectory) => {
        added.members = await addMembers(stateDirectory, tenant.id, MEMBERS);
      },
      unlimited: { variables: Object.fromEntries(GUESS_LIMITS) },
    },
    groups,
  );
  const { members } = added;
  if (members === undefined) throw new Error('There are no members.');
  const world = await makeWorld({ origin, state, members });
  const tallies = new Map<string, Tally>();
  const bad: string[] = [];
  for (const group of GROUPS.filter(({ name }) => settings.groups.includes(name))) {
    const { isGood, tally } = await runGroup(group, world, settings);
    tallies.set(group.name, tally);
    const hasFailed = Object.keys(tally).some((line) => / 5\d\d$/.test(line));
    if (!isGood || hasFailed || Object.keys(tally).length === 0) bad.push(group.name);
  }
  report(tallies, bad, settings.seed);
  return bad.length === 0;
}

const { end, isEnding } = endTogether(groups);

try {
  if (process.argv.includes('--help')) console.log(USAGE);
  else process.exitCode = (await fuzz(readSettings(process.argv.slice(2)))) ? 0 : 1;
  await end(Number(process.exitCode ?? 0));
} catch (error) {
  if (!isEnding()) console.error(error instanceof Error ? error.message : error);
  await end(1);
}
