// The certificates and incidents that operators record for evidence packs, as their console shows
// them.
import type {
  WireAdminCertificate,
  WireAdminIncident,
} from '../../../../widget/console/api/wire.ts';
import type { ConsoleState } from '../console-state.ts';
import { at } from './answers.ts';
import { HEALTH } from './health.ts';
import { OPERATOR } from './operators.ts';

const CERTIFICATES: WireAdminCertificate[] = [
  {
    id: 'crt_7pFq0cW4mT2yK9dE',
    standard: 'ISO/IEC 30107-3:2023',
    title: 'Presentation attack detection, level 1',
    issuer: 'Quarry Laboratories',
    scope: 'The check by face, measured at the edge.',
    statement: 'None of 600 presentations of 20 kinds passed.',
    valid_from: '2026-01-01',
    valid_to: '2028-12-31',
    kind: 'pdf',
    bytes: 412_907,
    sha256: '526d63ee0f4b8a917c2d5e3a86b1f09d4c7e2a5b903d18f6e4a7c0b2d9510d0a',
    added_at: at(2),
  },
  {
    id: 'crt_2kLm8xR5nV0bH3sJ',
    standard: null,
    title: 'Management of information security',
    issuer: 'Harbour Certification',
    scope: 'The operation of the service.',
    statement: 'Meets the requirements of the standard.',
    valid_from: '2023-11-01',
    valid_to: '2026-10-31',
    kind: 'jpeg',
    bytes: 90_112,
    sha256: 'c41f7a0b9e6d25384fa1083be7d962c5014b8de3f7a29c60d51e84b70a3f96c2',
    added_at: at(3),
  },
];

const INCIDENTS: WireAdminIncident[] = [
  {
    id: 'inc_7pFq0cW4mT2yK9dE',
    began_at: '2026-11-11T06:00:00Z',
    ended_at: null,
    what: 'Some receipts arrive late.',
    concerned: 'Customers that read receipts within the first minute.',
    done: 'The queue is watched; nothing is lost.',
    written_at: at(1),
    changed_at: null,
  },
  {
    id: 'inc_2kLm8xR5nV0bH3sJ',
    began_at: '2026-10-03T09:30:00Z',
    ended_at: '2026-10-03T10:10:00Z',
    what: 'The Worker that measures faces did not answer.',
    concerned: 'Visitors of those forty minutes, who were asked to come back.',
    done: 'The release before it was put back.',
    written_at: at(4),
    changed_at: at(3),
  },
];

type Rest = Pick<ConsoleState, 'shows'> & Partial<ConsoleState>;

const evidence = (
  name: string,
  certificates: WireAdminCertificate[],
  incidents: WireAdminIncident[],
  rest: Rest,
): ConsoleState => ({
  name: `admin-evidence${name}`,
  console: 'admin',
  path: '/evidence',
  user: OPERATOR,
  ...rest,
  answers: {
    '/admin/v1/health': HEALTH,
    '/admin/v1/evidence/certificates': certificates,
    '/admin/v1/evidence/incidents': incidents,
    ...rest.answers,
  },
});

export const EVIDENCE_STATES: readonly ConsoleState[] = [
  evidence('', CERTIFICATES, INCIDENTS, { shows: '.rows .row' }),
  evidence('-empty', [], [], { shows: '.card .muted' }),
  evidence('-add', CERTIFICATES, INCIDENTS, {
    reach: (page) => page.locator('.card-head .button').first().click(),
    shows: '.dialog input[type=file]',
  }),
  evidence('-incident', CERTIFICATES, INCIDENTS, {
    reach: (page) => page.locator('.card-head .button').nth(1).click(),
    shows: '.dialog .note.warn',
  }),
  // The page as seen by an operator who may not change anything.
  evidence('-reader', CERTIFICATES, INCIDENTS, {
    user: { ...OPERATOR, role: 'support' },
    shows: '.rows .row',
  }),
];
