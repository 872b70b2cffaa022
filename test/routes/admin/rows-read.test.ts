// Every list for operators, when there are more rows than a page may read: the number of rows read
// for a first page does not grow with the table, even with filters that match nothing.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, it } from 'vitest';
import { makeAdmin } from '../../support/staff/admins.ts';
import { FEW_AND_A_DAY, FEW_ROWS, makeKeys, rowsReadBy } from '../../support/counted/rows-read.ts';
import {
  MAX_COUNTED,
  NUMBERS,
  SEEDED_ROWS,
  TIME_OF_ROW,
} from '../../support/counted/seeded-rows.ts';

let token: string;
beforeEach(async () => {
  await makeKeys('admin');
  ({ token } = await makeAdmin());
});

const { expectFew } = rowsReadBy('admin', () => token);

const seedAccounts = () =>
  env.DB.prepare(
    `INSERT INTO accounts (subject, email, email_normalized, email_verified_at_ms, display_name, status, created_at_ms)
     ${NUMBERS} SELECT 'xid_' || i, 'p' || i || '@rows.example', 'p' || i || '@rows.example', 1, 'Person ' || i, 'active',
       ${TIME_OF_ROW} FROM n`,
  ).run();

describe('few rows are read for the first page of', () => {
  it('accounts, with every filter, and of a search', async () => {
    await seedAccounts();
    for (const filter of ['', '?status=active', '?verified=true', '?status=active&verified=true'])
      await expectFew(`/accounts${filter}`, SEEDED_ROWS);
    for (const none of ['status=locked', 'verified=false', 'end_date=2020-01-01'])
      await expectFew(`/accounts?${none}`, 0);
    await expectFew('/accounts?search=p11999@rows.example', 1);
    await expectFew('/accounts?search=nobody', 0);
    // For the page and again for the total, the search reads up to 2,000 matches and their
    // accounts.
    await expectFew('/accounts?search=rows.example', 2_000, 6 * 2_000);
    for (const beginning of ['p', 'p1'])
      await expectFew(`/accounts?search=${beginning}&status=locked`, 0, 8 * 2_000);
  });

  it('kept ages, with every filter', async () => {
    await seedAccounts();
    await env.DB.prepare(
      `INSERT INTO verified_ages (account_id, bracket, level, verified_at_ms, expires_at_ms, method, measured, margin_years,
         difficulty, liveness_level, tenant_id, session_id, policy_version)
       SELECT id, 18, 'ml', created_at_ms, created_at_ms + 31536000000, 'face', 'edge', 7, 'medium', 'standard', 'ten_1',
         printf('%064x', id), '1-edge' FROM accounts WHERE subject LIKE 'xid_%' AND email LIKE '%rows.example'`,
    ).run();
    const most = MAX_COUNTED + FEW_ROWS;
    for (const filter of ['', '&method=face', '&tenant_id=ten_1', '&policy_version=1-edge'])
      await expectFew(`/verified-ages?per_page=20${filter}`, MAX_COUNTED, most);
    for (const none of [
      'tenant_id=ten_2',
      'policy_version=2',
      'method=face&policy_version=2',
      'tenant_id=ten_2&method=face',
      'method=face&end_date=2020-01-01',
    ])
      await expectFew(`/verified-ages?${none}`, 0);
  });

  it('customers, with every filter, and of a search', async () => {
    await env.DB.prepare(
      "INSERT INTO plans VALUES ('pro', 'Pro', 'EUR', 1, 1), ('none', 'None', 'EUR', 1, 1)",
    ).run();
    await env.DB.prepare(
      `INSERT INTO tenants (id, name, plan_id, created_at_ms)
       ${NUMBERS} SELECT 'ten_' || i, 'Shop ' || i, 'pro', ${TIME_OF_ROW} FROM n`,
    ).run();
    // Totals are counted row by row, up to 10,000, and each customer on the page is read together
    // with its plan.
    const most = MAX_COUNTED + FEW_ROWS;
    for (const filter of ['', '?state=active', '?plan_id=pro', '?state=active&plan_id=pro'])
      await expectFew(`/tenants${filter}`, MAX_COUNTED, 2 * most);
    for (const none of [
      'state=suspended',
      'plan_id=none',
      'state=suspended&plan_id=pro',
      'end_date=2020-01-01',
      'plan_id=pro&end_date=2020-01-01',
    ])
      await expectFew(`/tenants?${none}`, 0);
    // Only the latest 5,000 names are examined.
    const mostNamed = 3 * 5_000;
    await expectFew('/tenants?search=Shop%2011999', 0, mostNamed);
    await expectFew('/tenants?search=Shop%204999', 1, mostNamed);
    await expectFew('/tenants?search=nobody', 0, mostNamed);
  });

  it('customers that are trusted, and those that are not', async () => {
    await env.DB.prepare(
      `INSERT INTO tenants (id, name, created_at_ms) ${NUMBERS} SELECT 'ten_' || i, 'Shop ' || i, ${TIME_OF_ROW} FROM n`,
    ).run();
    const most = 2 * (MAX_COUNTED + FEW_ROWS);
    await expectFew('/tenants?ages_trusted=true', MAX_COUNTED, most);
    for (const none of ['', '&end_date=2020-01-01', '&search=ten_x'])
      await expectFew(
        `/tenants?ages_trusted=false${none}`,
        0,
        none.includes('search') ? 3 * 5_000 : FEW_ROWS,
      );
  });

  it('clients, with every filter and of every search', async () => {
    await env.DB.prepare(
      "INSERT INTO tenants (id, name, created_at_ms) VALUES ('ten_a', 'A', 1), ('ten_b', 'B', 1)",
    ).run();
    await env.DB.prepare(
      `INSERT INTO oauth_clients (id, tenant_id, name, redirect_uris, scopes, secret_hash, is_public, pkce_optional, created_at_ms)
       ${NUMBERS} SELECT 'xoc_' || i, 'ten_a', 'Shop ' || i, '[]', '[]', '', i % 3 = 0, i % 3 = 1, ${TIME_OF_ROW} FROM n`,
    ).run();
    // Leaves ten_a with a single client, so that filters by customer find few rows.
    await env.DB.prepare("UPDATE oauth_clients SET tenant_id = 'ten_b' WHERE id <> 'xoc_0'").run();
    await expectFew('/oauth-clients', SEEDED_ROWS);
    await expectFew('/oauth-clients?page=300', SEEDED_ROWS, FEW_AND_A_DAY);
    for (const third of ['public=true', 'pkce_optional=true', 'pkce_optional=false&public=false'])
      await expectFew(`/oauth-clients?${third}`, SEEDED_ROWS / 3);
    for (const two of ['public=false', 'pkce_optional=false'])
      await expectFew(`/oauth-clients?${two}`, (SEEDED_ROWS / 3) * 2);
    for (const none of [
      'public=true&pkce_optional=true',
      'end_date=2020-01-01',
      'public=true&end_date=2020-01-01',
      'tenant_id=ten_c',
      'tenant_id=ten_a&public=false',
      'search=nobody',
      'search=shop&end_date=2020-01-01',
      'search=nobody&public=true',
    ])
      await expectFew(`/oauth-clients?${none}`, 0);
    await expectFew('/oauth-clients?search=shop', 75);
    await expectFew('/oauth-clients?search=xoc_11999', 1);
    await expectFew('/oauth-clients?tenant_id=ten_a', 1);
    await env.DB.prepare('UPDATE oauth_clients SET deleted_at_ms = 1').run();
    for (const none of ['', '?public=true', '?search=shop', '?tenant_id=ten_b'])
      await expectFew(`/oauth-clients${none}`, 0);
  });

  it('the audit log of one target', async () => {
    await env.DB.prepare(
      `INSERT INTO audit_entries (at_ms, staff_id, audience, action, target_type, target_id)
       ${NUMBERS} SELECT ${TIME_OF_ROW}, 7777, 'admin', 'tenant.update', 'tenant', 'ten_' || (i % 1000) FROM n`,
    ).run();
    const ofOne = '/audit?target_type=tenant&target_id=ten_1';
    for (const filter of ['', '&action=tenant.update', '&admin_user_id=7777'])
      await expectFew(`${ofOne}${filter}`, 12);
    for (const none of ['&action=x', '&admin_user_id=1', '&end_date=2020-01-01'])
      await expectFew(`${ofOne}${none}`, 0);
  });

  it('the audit log, with every filter', async () => {
    await env.DB.prepare(
      `INSERT INTO audit_entries (at_ms, staff_id, audience, action, target_type, target_id)
       ${NUMBERS} SELECT ${TIME_OF_ROW}, 7777, 'admin', 'account.suspend', 'account', 'x' FROM n`,
    ).run();
    for (const filter of [
      'action=account.suspend',
      'admin_user_id=7777',
      'admin_user_id=7777&action=account.suspend',
      'admin_user_id=7777&target_type=account',
    ])
      await expectFew(`/audit?${filter}`, SEEDED_ROWS);
    for (const none of [
      'action=x',
      'admin_user_id=8888',
      'admin_user_id=7777&action=x',
      'target_type=x',
    ])
      await expectFew(`/audit?${none}`, 0);
  });
});
