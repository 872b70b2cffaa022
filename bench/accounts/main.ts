// `npm run bench -- accounts`: measures how much space accounts take up in D1, by filling the
// tables and their indexes. It creates 10,000,000 accounts (`--accounts=200000` for fewer);
// `--sign-ins=3` and `--notifications=0.5` set the average numbers of sign-ins and notifications
// per account. It prints how many bytes each kind of row uses and how many accounts fit into the 10
// GB of one database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { fillFast, migrate, numbers, scattered, spread } from '../lists/fill.ts';
import { inSeconds, printMarkdown, printTitle } from '../report.ts';

/** The size limit of one D1 database (https://developers.cloudflare.com/d1/platform/limits/). */
const D1_BYTES = 10e9;
/**
 * The number of most recent sign-ins kept per account (migrations/0022_bounded-history.sql), in
 * addition to the latest sign-in from each device.
 */
const MAX_SIGN_INS = 30;

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '10000000' },
    'sign-ins': { type: 'string', default: '3' },
    notifications: { type: 'string', default: '0.5' },
  },
});
const accounts = Number(values.accounts);
const signIns = Math.round(accounts * Number(values['sign-ins']));
const notices = Math.round(accounts * Number(values.notifications));

/** The kinds of rows, and the name prefixes of their tables and indexes. */
const KINDS = [
  { kind: 'account, with its search index', rows: accounts, names: ['accounts', 'account_search'] },
  { kind: 'sign-in', rows: signIns, names: ['login_attempts'] },
  { kind: 'notification', rows: notices, names: ['notifications'] },
];

/**
 * Inserts rows in which password hashes, IP addresses, devices, locations and the like have
 * realistic lengths.
 */
function insertRows(database: DatabaseSync, nowMs: number): void {
  database.exec(
    `INSERT INTO accounts (subject, email, email_normalized, email_verified_at_ms, display_name, password_hash, status, created_at_ms)
     ${numbers(accounts)} SELECT 'xid_' || lower(hex(randomblob(13))), 'person' || i || '@mail' || (i % 97) || '.example',
       'person' || i || '@mail' || (i % 97) || '.example', ${nowMs}, 'Person number ' || i,
       hex(randomblob(60)), 'active', ${spread(1_000, accounts, nowMs)} FROM n`,
  );
  const account = `1 + ${scattered('i')} % ${accounts}`;
  database.exec(
    `INSERT INTO login_attempts (account_id, method, outcome, device, place, ip, at_ms)
     ${numbers(signIns)} SELECT ${account}, 'password', 'success', 'Firefox, Linux', 'Bern, CH', '192.0.2.7',
       ${spread(366, signIns, nowMs)} FROM n`,
  );
  database.exec(
    `INSERT INTO notifications (account_id, type, details, created_at_ms)
     ${numbers(notices)} SELECT ${account}, 'new_device', '{"device":"Firefox, Linux","place":"Bern, CH"}',
       ${spread(366, notices, nowMs)} FROM n`,
  );
}

/**
 * @returns the total bytes of the tables and indexes whose names begin with one of the given
 *   prefixes
 */
function bytesOf(database: DatabaseSync, names: readonly string[]): number {
  const counted = database.prepare(
    "SELECT coalesce(sum(pgsize), 0) AS bytes FROM dbstat WHERE aggregate = TRUE AND name LIKE ? || '%'",
  );
  return names.reduce((sum, name) => sum + Number(counted.get(name)?.['bytes']), 0);
}

function print(database: DatabaseSync): void {
  const sizes = KINDS.map((one) => ({ ...one, bytes: bytesOf(database, one.names) }));
  const each = sizes.map(({ bytes, rows }) => bytes / rows);
  const [account = 0, signIn = 0] = each;
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  printTitle(`${accounts.toLocaleString('en')} accounts, ${(total / 1e9).toFixed(2)} GB`);
  printMarkdown(
    ['what', 'rows', 'GB', 'bytes each'],
    sizes.map(({ kind, rows, bytes }, at) => [
      kind,
      rows.toLocaleString('en'),
      (bytes / 1e9).toFixed(2),
      (each[at] ?? 0).toFixed(0),
    ]),
  );
  const fitting = (bytes: number): string => Math.floor(D1_BYTES / bytes).toLocaleString('en');
  console.log(`\nIn 10 GB fit ${fitting(total / accounts)} accounts like these,`);
  console.log(`${fitting(account)} without sign-ins and notifications,`);
  console.log(`${fitting(account + MAX_SIGN_INS * signIn)} that keep ${MAX_SIGN_INS} sign-ins.`);
}

const folder = mkdtempSync(join(tmpdir(), 'agate-accounts-'));
const database = new DatabaseSync(join(folder, 'd1.sqlite'));
try {
  const startedMs = Date.now();
  migrate(database);
  await fillFast(database, () => insertRows(database, startedMs), []);
  console.log(`filled in ${inSeconds(Date.now() - startedMs)}`);
  print(database);
} finally {
  database.close();
  rmSync(folder, { recursive: true });
}
