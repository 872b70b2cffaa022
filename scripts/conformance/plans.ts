// The plans of the OpenID Foundation's suite that cover the service's features, and the suite's
// configuration. Pure.
import type { ConformanceSettings } from './settings.ts';

/**
 * The aliases under which the suite runs plans; each has its own clients. The logout plans do not
 * share clients, because one plan would then receive logout calls that another plan caused.
 */
export type Alias = 'agate' | 'agate-backchannel' | 'agate-frontchannel';
export const ALIASES: readonly Alias[] = ['agate', 'agate-backchannel', 'agate-frontchannel'];

/** The credentials of a client of the suite. */
export interface ConformanceClient {
  client_id: string;
  client_secret: string;
}

/** The clients, by their names in the suite's configuration. */
export interface ConformanceClients {
  client: ConformanceClient;
  client2: ConformanceClient;
  client_secret_post: ConformanceClient;
}

const STATIC = '[server_metadata=discovery][client_registration=static_client]';
const LOGOUT = '[response_type=code][client_registration=static_client]';

/**
 * The plans, as arguments of the suite's `run-test-plan.py`, each with the alias of the clients
 * that it uses.
 */
export const PLANS: readonly (readonly [plan: string, alias: Alias])[] = [
  ['oidcc-config-certification-test-plan', 'agate'],
  [`oidcc-basic-certification-test-plan${STATIC}`, 'agate'],
  [`oidcc-formpost-basic-certification-test-plan${STATIC}`, 'agate'],
  [`oidcc-rp-initiated-logout-certification-test-plan${LOGOUT}`, 'agate'],
  [`oidcc-backchannel-rp-initiated-logout-certification-test-plan${LOGOUT}`, 'agate-backchannel'],
  [`oidcc-frontchannel-rp-initiated-logout-certification-test-plan${LOGOUT}`, 'agate-frontchannel'],
];

/** The query of the suite's second redirect URI. */
const SECOND = '?dummy1=lorem&dummy2=ipsum';

/** The URLs at which the suite waits for the responses of a plan. */
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

/** @returns the suite's configuration for the plans of an alias */
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
    // Most modules take their screenshot of the confirmation page. These modules need a screenshot
    // of the page after signing out, so they take none of the confirmation page.
    override: Object.fromEntries(
      ['no-params', 'only-state'].map((name) => [
        `oidcc-rp-initiated-logout-${name}`,
        browserOf({ issuer, suite }, account, { asked: [], atSignIn: [PICTURE] }),
      ]),
    ),
  };
}

type Command = (string | number)[];

/** The actions of the suite's browser on our pages, in addition to its usual ones. */
interface Manners {
  /** The actions on the page that asks whether to sign out, before confirming. */
  asked: readonly Command[];
  /**
   * The actions on the sign-in page before signing in. A module that needs a screenshot of an error
   * ends with its first screenshot, regardless of what the screenshot shows.
   */
  atSignIn: readonly Command[];
  /** The decision on the consent page. */
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

/** The command that takes the screenshot that a module requires, which only a person can judge. */
const PICTURE = ['wait', 'xpath', '//body', 10, '.*', 'update-image-placeholder-optional'];

/**
 * The task for the suite's page to which the browser returns. The queries of our own URLs contain
 * the suite's URLs, so the pattern starts with the suite's origin.
 * @param sign the id of an element that appears on that page once the suite has received the
 *   response
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
      // This task is optional, because with JavaScript the form_post page submits itself.
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
      // This task is optional, because with JavaScript the front-channel logout page opens the next
      // URL on its own.
      task: 'Go on',
      match: `${issuer}/*`,
      optional: true,
      commands: [['click', 'css', '[data-go-on] a', 'optional']],
    },
    { task: 'Signed out', match: `${issuer}/*`, optional: true, commands: [PICTURE] },
    back(suite, 'post_logout_redirect', 'complete'),
  ];
}
