// The plans of the OpenID Foundation's suite for what the service can do, and what the suite reads about it. Pure.
import type { ConformanceSettings } from './settings.ts';

/** A logout plan has clients of its own: another's receiver would get calls that its plan does not expect. */
export type Alias = 'agate' | 'agate-backchannel' | 'agate-frontchannel';
export const ALIASES: readonly Alias[] = ['agate', 'agate-backchannel', 'agate-frontchannel'];

/** What a client of the suite proves itself with. */
export interface ConformanceClient {
  client_id: string;
  client_secret: string;
}

/** By the names that the suite's configuration has for them. */
export interface ConformanceClients {
  client: ConformanceClient;
  client2: ConformanceClient;
  client_secret_post: ConformanceClient;
}

const STATIC = '[server_metadata=discovery][client_registration=static_client]';
const LOGOUT = '[response_type=code][client_registration=static_client]';

/** As arguments of the suite's `run-test-plan.py`, each with the clients that it uses. */
export const PLANS: readonly (readonly [plan: string, alias: Alias])[] = [
  ['oidcc-config-certification-test-plan', 'agate'],
  [`oidcc-basic-certification-test-plan${STATIC}`, 'agate'],
  [`oidcc-formpost-basic-certification-test-plan${STATIC}`, 'agate'],
  [`oidcc-rp-initiated-logout-certification-test-plan${LOGOUT}`, 'agate'],
  [`oidcc-backchannel-rp-initiated-logout-certification-test-plan${LOGOUT}`, 'agate-backchannel'],
  [`oidcc-frontchannel-rp-initiated-logout-certification-test-plan${LOGOUT}`, 'agate-frontchannel'],
];

/** The suite writes a test's address after `?`, which makes its second redirect URI. */
const SECOND = '?dummy1=lorem&dummy2=ipsum';

/** Where the suite waits for answers of a plan. */
export function addressesOf(suite: string, alias: Alias | 'agate-fapi2') {
  const base = `${suite}/test/a/${alias}`;
  return {
    redirectUris: [`${base}/callback`, `${base}/callback${SECOND}`],
    postLogoutRedirectUri: `${base}/post_logout_redirect`,
    ...(alias === 'agate-backchannel' && { backchannelLogoutUri: `${base}/backchannel_logout` }),
    ...(alias === 'agate-frontchannel' && { frontchannelLogoutUri: `${base}/frontchannel_logout` }),
  };
}

type Addresses = Pick<ConformanceSettings, 'issuer' | 'suite'>;
export interface Account {
  email: string;
  password: string;
}

/** @returns the suite's configuration of the plans of an alias */
export function configurationOf(
  { issuer, suite }: Addresses,
  alias: Alias,
  { client, client2, client_secret_post }: ConformanceClients,
  account: Account,
) {
  return {
    alias,
    description: 'Agate, as npm run conformance prepared it',
    server: {
      discoveryUrl: `${issuer}/.well-known/openid-configuration`,
      login_hint: account.email,
    },
    client,
    client2,
    client_secret_post,
    ...browserOf({ issuer, suite }, account, { asked: [PICTURE], atSignIn: [PICTURE] }),
    // Modules that want a picture of the page after signing out, not of the question before it.
    override: Object.fromEntries(
      ['no-params', 'only-state'].map((name) => [
        `oidcc-rp-initiated-logout-${name}`,
        browserOf({ issuer, suite }, account, { asked: [], atSignIn: [PICTURE] }),
      ]),
    ),
  };
}

type Command = (string | number)[];

/** What the suite's browser does at our pages besides what they need. */
interface Manners {
  /** Where the service asks whether to sign out, before saying yes. */
  asked: readonly Command[];
  /** At the sign-in page, before signing in; a module that wants a picture of an error ends with any picture. */
  atSignIn: readonly Command[];
  /** At the consent page. */
  decision?: 'allow' | 'deny';
}

export const browserOf = (
  { issuer, suite }: Addresses,
  account: Account,
  { asked, ...manners }: Manners,
) => ({
  browser: [
    { match: `${issuer}/oauth/authorize*`, tasks: visit({ issuer, suite }, account, manners) },
    { match: `${issuer}/oauth/logout*`, tasks: leave({ issuer, suite }, asked) },
  ],
});

/** Fills the place for a screenshot where a module has one; nobody but a person can judge the picture. */
const PICTURE = ['wait', 'xpath', '//body', 10, '.*', 'update-image-placeholder-optional'];

/**
 * Addresses of ours name those of the suite in their query, so what matches begins with its origin.
 * @param sign id of what says on that page that the suite has the answer
 */
const back = (suite: string, page: string, sign: string) => ({
  task: 'Back at the site',
  match: `${suite}/test/*/${page}*`,
  optional: true,
  commands: [['wait', 'id', sign, 10]],
});

function visit(
  { issuer, suite }: Addresses,
  { email, password }: Account,
  { atSignIn, decision = 'allow' }: Omit<Manners, 'asked'>,
) {
  return [
    {
      task: 'Sign in',
      match: `${issuer}/signin*`,
      optional: true,
      commands: [
        ...atSignIn,
        ['text', 'name', 'email', email],
        ['text', 'name', 'password', password],
        ['click', 'css', 'form[action="/signin"] button[type="submit"]'],
      ],
    },
    {
      task: 'Agree',
      match: `${issuer}/consent*`,
      optional: true,
      commands: [['click', 'css', `button[name="decision"][value="${decision}"]`, 'optional']],
    },
    {
      // With script the page of form_post sends itself.
      task: 'Answer by form',
      match: `${issuer}/*`,
      optional: true,
      commands: [['click', 'css', `form[action^="${suite}/"] button`, 'optional']],
    },
    {
      task: 'An error page',
      match: `${issuer}/oauth/authorize*`,
      optional: true,
      commands: [PICTURE],
    },
    back(suite, 'callback', 'submission_complete'),
  ];
}

function leave({ issuer, suite }: Addresses, asked: readonly Command[]) {
  return [
    {
      task: 'Confirm',
      match: `${issuer}/signout*`,
      optional: true,
      commands: [...asked, ['click', 'css', 'form[action="/signout"] button[type="submit"]']],
    },
    {
      // With script the page of front-channel logout leaves by itself.
      task: 'Go on',
      match: `${issuer}/*`,
      optional: true,
      commands: [['click', 'css', '[data-go-on] a', 'optional']],
    },
    { task: 'Signed out', match: `${issuer}/*`, optional: true, commands: [PICTURE] },
    back(suite, 'post_logout_redirect', 'complete'),
  ];
}
