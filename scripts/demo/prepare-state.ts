// Creates everything that the demo needs and that is missing from its database: schema, customer,
// client, account, staff.
import type { Authority } from '../../examples/wallet/src/authority.ts';
import { ensureDemoSignIn } from './demo-sign-in.ts';
import { ensureDemoStaff } from './demo-staff.ts';
import { ensureDemoTenant } from './demo-tenant.ts';
import { ensureAnchor } from './demo-wallet.ts';
import { addMissingSecrets, readSecret } from './dev-vars.ts';
import { hashConfig, type PreparedState } from './prepared-state.ts';
import type { Settings } from './settings.ts';

/**
 * @param walletAuthority the demo wallet's authority, which will be trusted; without it, wallets
 *   are not offered
 * @param files the files where an earlier run may have stored its results, most trusted first
 * @throws Error when the database cannot be migrated to the schema of this version
 */
export async function prepareState(
  {
    stateDirectory,
    shopUrl,
    walletAuthority,
  }: Pick<Settings, 'stateDirectory' | 'shopUrl'> & { walletAuthority?: Authority },
  files: readonly string[],
): Promise<PreparedState> {
  // Imported only when needed, because wrangler takes two seconds to load and a prepared state does
  // not need it.
  const { openDemoDatabase, applyMigrations } = await import('./local-database.ts');
  const { database, secrets, close } = await openDemoDatabase(stateDirectory);
  try {
    for (const name of await applyMigrations(database)) console.log(`Applied migration ${name}.`);
    const tenant = await ensureDemoTenant(database, shopUrl, files);
    const signIn = await ensureDemoSignIn(database, tenant, shopUrl, files);
    addMissingSecrets(secrets);
    const key = readSecret('KEY_ENCRYPTION_KEY');
    const staff = await ensureDemoStaff(database, tenant.id, files, key);
    if (walletAuthority !== undefined) await ensureAnchor(database, walletAuthority);
    return { config_hash: hashConfig(), secrets, tenant, ...signIn, ...staff };
  } finally {
    await close();
  }
}
