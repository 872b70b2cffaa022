// The fast path of `npm start`: without starting wrangler, which takes seconds, it checks what an
// earlier run has set up. If there is any doubt, the result is `undefined`, and everything is set
// up normally.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { knowsSignIn, signInQuery, type DemoSignIn } from './demo-sign-in.ts';
import { knowsMember, memberQuery, type DemoStaff } from './demo-staff.ts';
import type { Authority } from '../../examples/wallet/src/authority.ts';
import { anchorQuery, knowsAnchor } from './demo-wallet.ts';
import { hasAllKeys, keyQuery, type DemoTenant } from './demo-tenant.ts';

export interface PreparedState extends DemoSignIn, DemoStaff {
  /** The hash of wrangler.toml, because a changed file may name a different database. */
  config_hash: string;
  /** The secrets that wrangler.toml required. */
  secrets: string[];
  tenant: DemoTenant;
}

interface ThisRun {
  shopUrl: string;
  walletAuthority: Authority;
}

export function hashConfig(): string {
  return createHash('sha256').update(readFileSync('wrangler.toml')).digest('hex');
}

/**
 * @param file the file that an earlier run wrote
 * @param stateDirectory the same as wrangler's --persist-to
 * @param run the shop's URL and the demo wallet's authority for this start
 */
export function recallPreparedState(
  file: string,
  stateDirectory: string,
  run: ThisRun,
): PreparedState | undefined {
  try {
    const state = JSON.parse(readFileSync(file, 'utf8')) as PreparedState;
    if (state.config_hash !== hashConfig()) return undefined;
    const folder = join(stateDirectory, 'v3/d1/miniflare-D1DatabaseObject');
    const databases = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
    return databases.some((name) => isUpToDate(join(folder, name), state, run)) ? state : undefined;
  } catch {
    return undefined;
  }
}

function isUpToDate(
  path: string,
  state: PreparedState,
  { shopUrl, walletAuthority }: ThisRun,
): boolean {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const applied = database.prepare('SELECT name FROM d1_migrations').all();
    const names = new Set(applied.map(({ name }) => name));
    const migrations = readdirSync('migrations').filter((name) => name.endsWith('.sql'));
    if (!migrations.every((name) => names.has(name))) return false;
    const keys = keyQuery(state.tenant);
    const signIn = signInQuery(state, shopUrl);
    const anchor = anchorQuery(walletAuthority);
    const staff = (['admin', 'dashboard'] as const).map((audience) =>
      memberQuery(audience, state[audience], state.tenant.id),
    );
    return (
      hasAllKeys(database.prepare(keys.sql).get(...keys.parameters)) &&
      knowsSignIn(database.prepare(signIn.sql).get(...signIn.parameters)) &&
      knowsAnchor(database.prepare(anchor.sql).get(...anchor.parameters)) &&
      staff.every(({ sql, parameters }) => knowsMember(database.prepare(sql).get(...parameters)))
    );
  } finally {
    database.close();
  }
}
