// What the demo has in its database, made where it is missing: schema, customer, client, account, staff.
import { ensureDemoSignIn } from './demo-sign-in.ts';
import { ensureDemoStaff } from './demo-staff.ts';
import { ensureDemoTenant } from './demo-tenant.ts';
import { addMissingSecrets, readSecret } from './dev-vars.ts';
import { hashConfig, type PreparedState } from './prepared-state.ts';
import type { Settings } from './settings.ts';

/**
 * @param files where an earlier start may have written what it made, most trusted first
 * @throws Error when the database cannot be brought to the schema of this version
 */
export async function prepareAnew(
  { stateDirectory, shopUrl }: Pick<Settings, 'stateDirectory' | 'shopUrl'>,
  files: readonly string[],
): Promise<PreparedState> {
  // Loaded here: wrangler takes two seconds to load, and a prepared state does not need it.
  const { openDemoDatabase, applyMigrations } = await import('./local-database.ts');
  const { database, secrets, close } = await openDemoDatabase(stateDirectory);
  try {
    for (const name of await applyMigrations(database)) console.log(`Applied migration ${name}.`);
    const tenant = await ensureDemoTenant(database, shopUrl, files);
    const signIn = await ensureDemoSignIn(database, tenant, shopUrl, files);
    addMissingSecrets(secrets);
    const key = readSecret('KEY_ENCRYPTION_KEY');
    const staff = await ensureDemoStaff(database, tenant.id, files, key);
    return { config_hash: hashConfig(), secrets, tenant, ...signIn, ...staff };
  } finally {
    await close();
  }
}
