import { applyD1Migrations, reset, type D1Migration } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach } from 'vitest';

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
    }
  }
}

const MOST_RESETS = 5;

beforeEach(async () => {
  await emptyStorage();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
});

/** After the last test of another file a reset now and then leaves everything as it was; the next one does not. */
async function emptyStorage(): Promise<void> {
  for (let resets = 0; resets < MOST_RESETS; resets += 1) {
    await reset();
    const tables = await env.DB.prepare(
      "SELECT 1 FROM sqlite_master WHERE name = 'accounts'",
    ).all();
    if (tables.results.length === 0) return;
  }
  throw new Error('The storage of the test before could not be emptied.');
}
