// Certificates of wallet issuers in the operators' console, and the states of their page.
import type { WireAdminWalletAnchor } from '../../../../widget/console/api/wire.ts';
import type { ConsoleState } from '../console-state.ts';
import { at } from './answers.ts';
import { HEALTH } from './health.ts';
import { OPERATOR } from './operators.ts';

const ANCHORS: WireAdminWalletAnchor[] = [
  {
    id: 'wan_7pFq0cW4mT2yK9dE',
    name: 'Age attestations, UT',
    subject: 'CN=Quarry Authority, O=Ministry of Ages, C=UT',
    sha256: '526d63ee0f4b8a917c2d5e3a86b1f09d4c7e2a5b903d18f6e4a7c0b2d9510d0a',
    doc_types: ['eu.europa.ec.av.1'],
    not_after: '2049-12-31T00:00:00Z',
    added_at: at(2),
    list: 'Age Verification Trusted List',
  },
  {
    id: 'wan_2kLm8xR5nV0bH3sJ',
    name: 'Licences and IDs, UT',
    subject: 'CN=Harbour Root, C=UT',
    sha256: 'c41f7a0b9e6d25384fa1083be7d962c5014b8de3f7a29c60d51e84b70a3f96c2',
    doc_types: ['org.iso.18013.5.1.mDL', 'urn:eudi:pid:1'],
    not_after: '2026-12-08T00:00:00Z',
    added_at: at(3),
  },
  {
    id: 'wan_9tGz4wQ1pC7uN6aY',
    name: 'Pilot',
    subject: 'CN=Pilot signer 3, C=UT',
    sha256: '0ad9f3e857c16b240e8d7a35f9c2b46180e3d5a7f1c9b02e46d8a73f5b10c9e4',
    doc_types: ['eu.europa.ec.av.1'],
    not_after: '2026-11-12T00:00:00Z',
    added_at: at(4),
  },
];

type Rest = Pick<ConsoleState, 'shows'> & Partial<ConsoleState>;

const wallets = (name: string, anchors: WireAdminWalletAnchor[], rest: Rest): ConsoleState => ({
  name: `admin-wallets${name}`,
  console: 'admin',
  path: '/wallets',
  user: OPERATOR,
  ...rest,
  answers: { '/admin/v1/health': HEALTH, '/admin/v1/wallet/anchors': anchors, ...rest.answers },
});

export const WALLET_STATES: readonly ConsoleState[] = [
  wallets('', ANCHORS, { shows: '.table' }),
  wallets('-empty', [], { shows: '.empty' }),
  wallets('-add', ANCHORS, {
    reach: async (page) => {
      await page.locator('.page-actions .button').click();
      await page.locator('.dialog input').first().fill('Age attestations, NL');
      await page.locator('.dialog textarea').fill('-----BEGIN EC PRIVATE KEY-----');
      await page.locator('.dialog [type=submit]').click();
    },
    shows: '.dialog .checks .field-error',
  }),
  wallets('-remove', ANCHORS, {
    reach: (page) => page.locator('.table-actions .button').nth(1).click(),
    shows: '.dialog ul',
  }),
  // The page as seen by an operator who may not change the list, at a service without a wallet
  // Worker.
  wallets('-unbound', ANCHORS, {
    user: { ...OPERATOR, role: 'support' },
    answers: {
      '/admin/v1/health': { ...HEALTH, checks: { ...HEALTH.checks, wallet: 'degraded' } },
    },
    shows: '.note.warn',
  }),
];
