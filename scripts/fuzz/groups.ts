// The operations of a run, grouped by who calls them, and the credentials of each group.
import type { PreparedState } from '../demo/prepared-state.ts';
import { signInMember, type Audience, type Member } from './members.ts';
import { makeSessions, type OpenedSession, type Sessions } from './sessions.ts';

/** The format that hooks.py reads. */
interface Credentials {
  /** The headers with the credentials, for operations that declare `security`. */
  key?: Record<string, string>;
  /** The headers that are sent with every request. */
  always?: Record<string, string>;
  tokens?: string[];
  opened?: OpenedSession[];
}

interface World {
  origin: string;
  state: PreparedState;
  members: Record<Audience, Member[]>;
  sessions: Sessions;
}

export interface Group {
  name: string;
  /** A regular expression that matches the paths of the group. */
  paths: string;
  /** The checks of Schemathesis that are disabled for the group. */
  without?: readonly string[];
  /**
   * Returns the credentials. Called just before the group's run, because access tokens are only
   * valid for a quarter of an hour.
   */
  credentials: (world: World) => Promise<Credentials>;
}

const COUNT = 60;

export const makeWorld = async (world: Omit<World, 'sessions'>): Promise<World> => ({
  ...world,
  sessions: await makeSessions(world.origin, world.state.tenant.test_secret_key, COUNT),
});

const secretKey = ({ state }: World): Credentials => ({
  key: { 'X-API-Key': state.tenant.test_secret_key },
});

const staff =
  (audience: Audience) =>
  async ({ origin, members }: World): Promise<Credentials> => {
    const tokens: string[] = [];
    for (const member of members[audience])
      tokens.push(await signInMember(origin, audience, member));
    return { tokens };
  };

function basic({ state }: World): Credentials {
  const { client_id: id, client_secret: secret } = state.oauth_client;
  return {
    always: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
  };
}

/** The headers that a browser adds to requests from our own page. */
const ownPage = (origin: string) => ({ Origin: origin, 'Sec-Fetch-Site': 'same-origin' });

/**
 * The operators' group comes last, because operators can suspend the customer that all other groups
 * use.
 */
export const GROUPS: readonly Group[] = [
  { name: 'verify', paths: '^/verify/v1/', credentials: async (world) => secretKey(world) },
  { name: 'api', paths: '^/api/v1/', credentials: async (world) => secretKey(world) },
  {
    name: 'hosted',
    paths: '^/v/',
    // The cookie is named after the verification, so hooks.py sends it, and the `ignored_auth`
    // check cannot remove it. `positive_data_acceptance` is off because the verification's state
    // and pictures decide which requests are valid.
    without: ['ignored_auth', 'positive_data_acceptance'],
    credentials: async ({ origin, sessions }) => ({
      always: ownPage(origin),
      opened: sessions.opened,
    }),
  },
  {
    name: 'oauth',
    paths: '^/oauth/',
    // The client's registration decides which requests are valid, and parameters that are unknown
    // or empty are ignored (RFC 6749 3.1), so neither check applies.
    without: ['positive_data_acceptance', 'negative_data_rejection'],
    credentials: async (world) => basic(world),
  },
  {
    name: 'open',
    paths: '^/(healthz|readyz|wallet/|[.]well-known/)',
    credentials: async () => ({}),
  },
  {
    name: 'console',
    paths: '^/console/v1/',
    credentials: async ({ origin }) => ({
      // The header that identifies the console's script.
      always: { ...ownPage(origin), 'X-Agate-Console': '1' },
    }),
  },
  { name: 'dashboard', paths: '^/dashboard/v1/', credentials: staff('dashboard') },
  { name: 'admin', paths: '^/admin/v1/', credentials: staff('admin') },
];
