// The permissions that the documentation promises to each role, stated independently of the tables
// that the APIs and the consoles use. test/routes/{admin,dashboard}/rights.test.ts tests the
// permissions route by route.
import { describe, expect, test } from 'vitest';
import * as admins from '../../src/domain/customers/admins/rights.ts';
import * as team from '../../src/domain/customers/team/rights.ts';
import { readPage } from './documents.ts';

/** For each permission, the row of `docs/dashboard-api.md#rights` that promises it. */
const OF_TEAM: Record<team.Right, string> = {
  'team.read': 'read team, settings and the audit',
  'team.manage': 'invite, change, sign out and remove members',
  'keys.read': 'keys, clients, webhooks',
  'keys.write': 'keys, clients, webhooks',
  'clients.read': 'keys, clients, webhooks',
  'clients.write': 'keys, clients, webhooks',
  'webhooks.read': 'keys, clients, webhooks',
  'webhooks.write': 'keys, clients, webhooks',
  'requests.read': 'read the request log',
  'sessions.read': 'read sessions',
  'sessions.export': 'export sessions',
  'sessions.try': 'try the check in test sessions',
  'sessions.write': 'retake and erase sessions',
  'reviews.decide': 'decide reviews',
  'faces.read': 'read whose faces are enrolled',
  'faces.erase': 'erase enrolled faces',
  'blocked_faces.read': 'read the faces that you block',
  'blocked_faces.write': 'block faces, take that back',
  'analytics.read': 'read analytics, preview a margin, save an evidence pack',
  'settings.read': 'read team, settings and the audit',
  'settings.write': 'change settings',
  'sso.manage': 'set up single sign-on',
  'usage.read': 'read usage',
  'audit.read': 'read team, settings and the audit',
};

/** For each permission, the row of `docs/operate.md#rights` that promises it. */
const OF_ADMINS: Record<admins.OperatorRight, string> = {
  'accounts.read': 'read accounts and what belongs to them',
  'accounts.stats': 'totals of accounts, analytics',
  'accounts.write': 'suspend, unsuspend, unlock, end all sessions',
  'accounts.delete': 'remove an account',
  'analytics.read': 'totals of accounts, analytics',
  'audit.read': 'read the audit',
  'ages.read': 'find kept ages by source',
  'ages.revoke': 'withdraw kept ages',
  'clients.read': 'find OAuth clients',
  'clients.manage': 'let a client do without PKCE (D-103)',
  'tenants.read': 'read customers and plans',
  'tenants.write': 'make, change, trust and suspend customers',
  'wallets.read': 'read anchors of wallets',
  'wallets.manage': 'list anchors of wallets and remove them',
  'evidence.read': 'read certificates and incidents of evidence packs',
  'evidence.manage': 'add certificates, write incidents down',
  'health.read': 'read health',
  'keys.rotate': 'publish the next signing key',
  'admins.manage': 'make, change, sign out and remove operators',
  'sso.manage': 'set up single sign-on of operators',
};

/** @returns for each row of the table below `## Rights`, the roles marked `yes`, in column order */
function readPromises(page: string): Map<string, string[]> {
  const [, after = ''] = readPage(page).split('\n## Rights\n');
  const [section = ''] = after.split('\n## ');
  const [head = [], , ...rows] = Array.from(section.matchAll(/^\|(.+)\|$/gm), ([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  );
  const [, ...roles] = head;
  return new Map(
    rows.map(([name = '', ...cells]) => [name, roles.filter((_, n) => cells[n] === 'yes')]),
  );
}

describe.each([
  ['docs/dashboard-api.md', OF_TEAM, team],
  ['docs/operate.md', OF_ADMINS, admins],
] as const)('the rights that %s promises', (page, rowOf, { RIGHTS, ROLES }) => {
  const promised = readPromises(page);

  test.each(Object.entries(RIGHTS))('give %s to %j', (right, roles) => {
    const row = new Map(Object.entries(rowOf)).get(right) ?? '';
    expect(promised.get(row)).toEqual(roles);
  });

  test('match the table, and every role has at least one right', () => {
    expect(new Set(promised.keys())).toEqual(new Set(Object.values(rowOf)));
    const given = new Set([...promised.values()].flat());
    expect(given).toEqual(new Set(ROLES));
  });
});
