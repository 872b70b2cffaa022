// Prepares everything that the suite and the service need for a run: the certificate, the database
// with clients and an account, the configurations and the expected results. Everything is created
// afresh for each run.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addMissingSecrets } from '../demo/dev-vars.ts';
import { ensureDemoSignIn } from '../demo/demo-sign-in.ts';
import { ensureDemoTenant } from '../demo/demo-tenant.ts';
import { insert } from '../database.ts';
import { applyMigrations, openLocalDatabase } from '../demo/local-database.ts';
import { makeCertificate, type Certificate } from './certificate.ts';
import { clientRows, makeClients } from './clients.ts';
import { EXPECTED_PROBLEMS, EXPECTED_SKIPS } from './expected.ts';
import { FAPI_ALIAS, fapiConfiguration, fapiRows, makeFapiClients } from './fapi2.ts';
import { ALIASES, configurationOf } from './plans.ts';
import type { ConformanceSettings } from './settings.ts';
import { makeWalletIssuer } from './wallet-issuer.ts';
import {
  anchorRow,
  WALLET_CONFIGURATIONS,
  WALLET_PROBLEMS,
  walletConfiguration,
  type WalletConfiguration,
} from './wallet-plans.ts';

interface Prepared {
  certificate: Certificate;
  /** The folder for wrangler's --persist-to. */
  stateDirectory: string;
  problemsFile: string;
  skipsFile: string;
  walletProblemsFile: string;
}

export const configurationFile = (folder: string, alias: string): string =>
  join(folder, `${alias}.json`);

/** @throws Error when the certificate cannot be created */
export async function prepare(settings: ConformanceSettings): Promise<Prepared> {
  const { folder, suite } = settings;
  const stateDirectory = join(folder, 'state');
  rmSync(stateDirectory, { recursive: true, force: true });
  mkdirSync(stateDirectory, { recursive: true });
  const certificate = makeCertificate(
    folder,
    new URL(settings.issuer).hostname.replace(/^\[|\]$/g, ''),
  );
  const { database, secrets, close } = await openLocalDatabase(stateDirectory);
  try {
    await applyMigrations(database);
    addMissingSecrets(secrets);
    const tenant = await ensureDemoTenant(database, suite, []);
    const { account } = await ensureDemoSignIn(database, tenant, suite, []);
    for (const alias of ALIASES) {
      const clients = makeClients();
      const rows = clientRows(tenant.id, suite, alias, clients, Date.now());
      await database.batch(
        rows.map(({ sql, parameters }) => database.prepare(sql).bind(...parameters)),
      );
      const configuration = configurationOf(settings, alias, clients, account);
      writeJson(configurationFile(folder, alias), configuration);
    }
    const clients = makeFapiClients();
    const rows = fapiRows(tenant.id, suite, clients, Date.now());
    await database.batch(
      rows.map(({ sql, parameters }) => database.prepare(sql).bind(...parameters)),
    );
    writeJson(configurationFile(folder, FAPI_ALIAS), fapiConfiguration(settings, clients, account));
    const issuer = makeWalletIssuer(folder);
    await database.prepare(insert('wallet_anchors', anchorRow(issuer, Date.now()))).run();
    for (const name of Object.keys(WALLET_CONFIGURATIONS) as WalletConfiguration[])
      writeJson(configurationFile(folder, name), walletConfiguration(name, issuer));
  } finally {
    await close();
  }
  const files = {
    walletProblemsFile: join(folder, 'expected-wallet-failures.json'),
    problemsFile: join(folder, 'expected-failures.json'),
    skipsFile: join(folder, 'expected-skips.json'),
  };
  writeJson(files.problemsFile, EXPECTED_PROBLEMS);
  writeJson(files.skipsFile, EXPECTED_SKIPS);
  writeJson(files.walletProblemsFile, WALLET_PROBLEMS);
  return { certificate, stateDirectory, ...files };
}

/**
 * Writes a file that only its owner can read, because it contains client secrets and private keys.
 */
const writeJson = (file: string, content: object): void =>
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
