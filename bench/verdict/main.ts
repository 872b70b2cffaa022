// `npm run bench -- verdict`: runs clips of honest people and attackers through the service's rules
// and the face Worker's models. Prints the tables of docs/threat-model.md#attack-clips. All
// randomness is seeded. Options: `--honest=80`, the total number of honest runs; `--attacks=4`, the
// number of runs of each attack; and `--only=honest,attacks`, the parts to run.
import { parseArgs } from 'node:util';
import type { SessionRecord } from '../../src/domain/verification/rules/session/session.ts';
import { attacks, notStopped } from '../../test/support/clips/attack-list.ts';
import type { Attack } from '../../test/support/clips/attacks.ts';
import { person, type Shooting } from '../../test/support/clips/cast.ts';
import { runCheck } from '../../test/support/clips/check.ts';
import { clipNets } from '../../test/support/clips/nets.ts';
import { loadPeople } from '../../test/support/puppet/people.ts';
import type { Still } from '../../test/support/puppet/stills.ts';
import { printStolenTime, printTitle } from '../report.ts';

/**
 * The maximum rotation of the head, in degrees, in a photograph from which a puppet is made. If the
 * head is rotated further, the puppet has too little range left to turn, and the hidden half of the
 * face is unknown.
 */
const MAXIMUM_TURN = 25;

const SETTINGS: Record<string, Omit<Shooting, 'seed'>> = {
  'even light, 15 pictures a second': {},
  'light from the side': { light: 'side' },
  'before a bright window': { light: 'back' },
  '30 pictures a second': { rate: 30 },
  'a picture of 3:4': { frame: 'portrait' },
  'glasses, painted': { glasses: true },
};

const isUsable = ({ pose: { yaw, pitch } }: Still): boolean =>
  Math.max(Math.abs(yaw), Math.abs(pitch)) <= MAXIMUM_TURN;

const { values } = parseArgs({
  options: {
    honest: { type: 'string', default: '80' },
    attacks: { type: 'string', default: '4' },
    only: { type: 'string', default: 'honest,attacks' },
  },
});

async function benchHonest(runs: number): Promise<void> {
  const settings = Object.entries(SETTINGS);
  const seen = new Map<string, SessionRecord[]>(settings.map(([name]) => [name, []]));
  for (let run = 0; run < runs; run++) {
    const [name, setting] = settings[run % settings.length] ?? ['', {}];
    const still = personAt(Math.floor(run / settings.length));
    const record = await runCheck(person(still, { seed: run + 1, ...setting }), run);
    seen.get(name)?.push(record);
  }
  printTitle(`Honest checks, ${people.length} people, gate 18, margin 7`);
  printRow(
    'Setting',
    'Runs',
    'Verdict at the first attempt',
    'Verified',
    'Too close to the gate',
    'Lost',
  );
  for (const [name, records] of seen) printHonest(name, records);
  printHonest('all', [...seen.values()].flat());
}

function printHonest(name: string, records: readonly SessionRecord[]): void {
  const count = (fits: (record: SessionRecord) => boolean) => records.filter(fits).length;
  const others = records.filter((record) => !hasVerdict(record)).flatMap(reasonsOf);
  printRow(
    name,
    records.length,
    count(hasVerdict),
    count(({ state }) => state.status === 'success'),
    count(({ end }) => end?.reason === 'age_inconclusive'),
    tally(others),
  );
}

/**
 * Whether the liveness step never failed and nothing was refused. The age is not considered: an
 * estimate too close to the gate only leads to another attempt.
 */
const hasVerdict = ({ signals, steps }: SessionRecord): boolean =>
  steps.liveness.failures === 0 && signals.refusals.length === 0;

async function benchAttacks(runs: number): Promise<void> {
  printTitle(`Attacks, ${runs} sessions each, with all attempts that a session grants`);
  printRow('Attack', 'Runs', 'Stopped', 'Reasons');
  const all = Object.entries(attacks);
  for (const [at, one] of all.entries()) await benchAttack(one, at * runs, runs);
  printTitle('Not stopped');
  printRow('Attack', 'Runs', 'Stopped', 'Reasons');
  for (const [at, one] of Object.entries(notStopped).entries())
    await benchAttack(one, at * runs, runs);
}

/** @param first the index of the first person, so that each attack is run with different people */
async function benchAttack(
  [name, attack]: [string, Attack],
  first: number,
  runs: number,
): Promise<void> {
  const records: SessionRecord[] = [];
  for (let run = 0; run < runs; run++) {
    const [still, other] = [personAt(first + run), personAt(first + run + 1)];
    const scene = { still, other, seed: run + 1 };
    records.push(await runCheck(attack(scene), run));
  }
  const stopped = records.filter(({ state }) => state.status !== 'success');
  printRow(name, runs, stopped.length, tally(stopped.flatMap(reasonsOf)));
}

function personAt(index: number): Still {
  const still = people[index % people.length];
  if (!still) throw new Error('The photographs show nobody.');
  return still;
}

/**
 * Returns the reasons for refusals, from the service's log; if there are none, the outcome of the
 * session.
 */
function reasonsOf({ end, signals, state }: SessionRecord): string[] {
  const logged = [...new Set(signals.refusals.map((refusal) => refusal.reason))];
  return logged.length > 0 ? logged : [end?.reason ?? state.status];
}

function tally(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${reason} ${count}`).join(', ');
}

const printRow = (...cells: readonly (string | number)[]): void =>
  console.log(`| ${cells.join(' | ')} |`);

await clipNets();
const people = (await loadPeople()).filter(isUsable);
if (values.only.includes('honest')) await benchHonest(Number(values.honest));
if (values.only.includes('attacks')) await benchAttacks(Number(values.attacks));
printStolenTime();
