// The answers that `npm run deploy` needs. They come from its options, a file of answers, the
// settings of the last run, or the person at the terminal, in this order.
import { parseArgs } from 'node:util';
import type { Cloudflare } from './cloudflare.ts';
import { listAccounts, readPlan } from './account.ts';
import { planComparison } from './costs.ts';
import {
  faultOf,
  LOCATIONS,
  MAIL_PROVIDERS,
  readAnswers,
  requireChoices,
  WORKERS,
  type Choices,
  type Saved,
  type SomeChoices,
} from './settings.ts';
import type { Surroundings } from './surroundings.ts';

export const USAGE = `npm run deploy [-- options]

Deploys an installation to production, or upgrades it. Asks for whatever no option, file or earlier run has answered.

  --account       the ID of the Cloudflare account
  --plan          paid or free: the account's Workers plan
${planComparison()
  .map(({ plan, text }) => `                  ${plan}: ${text}`)
  .join('\n')}
  --location      where the database is stored: ${LOCATIONS.slice(0, -1).join(', ')}, or eu to keep it and the queues in the EU
  --domain        a host such as verify.example.com on a domain in the account, or workers.dev
  --service-name  the name that people see
  --mail-provider cloudflare, resend, postmark, ses or none: who sends emails; the secret of resend, postmark or ses is
                  read from MAIL_SECRET in the environment, or asked for
  --mail-from     the sender's address, on a domain that the provider sends for, or none
  --ses-region    a region such as eu-west-1; --ses-access-key-id: the ID of the key whose secret is MAIL_SECRET
  --operator      the first operator's email address; --operator-name: their name
  --customer      the first customer's name; --owner: its owner's email address
  --residency     eu keeps the first customer's checks in the EU, and cannot be changed later; the default is none
  --workers       face,documents,wallet (on the paid plan), or none
  --answers       a JSON file with any of these: account_id, plan, location, domain, service_name, mail_provider, mail_from, ses_region,
                  ses_access_key_id, operator_email, operator_name, customer_name, customer_owner, customer_residency, workers,
                  vars (other settings of docs/configure.md)
  --replace-dns   replaces the host's existing DNS records
  --dry-run       prints what would be done, and does nothing; needs a login too, because it looks at the account
  --rehearse      deploys to an invented account on this machine; needs no account, and nothing leaves this machine
  --yes           asks nothing

It logs in to Cloudflare with CLOUDFLARE_API_TOKEN, or else with "npx wrangler login".`;

interface Options {
  choices: SomeChoices;
  isDryRun: boolean;
  isYes: boolean;
  replacesDns: boolean;
  isHelp: boolean;
}

const FLAGS = {
  account: 'account_id',
  plan: 'plan',
  location: 'location',
  domain: 'domain',
  'service-name': 'service_name',
  'mail-provider': 'mail_provider',
  'mail-from': 'mail_from',
  'ses-region': 'ses_region',
  'ses-access-key-id': 'ses_access_key_id',
  operator: 'operator_email',
  'operator-name': 'operator_name',
  customer: 'customer_name',
  owner: 'customer_owner',
  residency: 'customer_residency',
} as const satisfies Record<string, keyof Choices>;

/** @throws Error for an invalid option or file */
export function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...(Object.fromEntries(Object.keys(FLAGS).map((name) => [name, text])) as Record<
        keyof typeof FLAGS,
        typeof text
      >),
      workers: text,
      answers: text,
      'replace-dns': flag,
      'dry-run': flag,
      yes: flag,
      help: flag,
    },
  });
  const given = Object.entries(FLAGS).flatMap(([name, choice]) => {
    const value = values[name as keyof typeof FLAGS];
    return value === undefined ? [] : [[choice, value] as const];
  });
  const choices: SomeChoices = {
    ...(values.answers !== undefined && readAnswers(values.answers)),
    ...(Object.fromEntries(given) as SomeChoices),
    ...(values.workers !== undefined && { workers: readWorkers(values.workers) }),
  };
  return {
    choices,
    isDryRun: values['dry-run'],
    isYes: values.yes,
    replacesDns: values['replace-dns'],
    isHelp: values.help,
  };
}

/** @returns the option that gives the answer */
const flagOf = (name: string): string =>
  Object.entries(FLAGS).find(([, choice]) => choice === name)?.[0] ?? name;

const readWorkers = (text: string): Choices['workers'] =>
  text === 'none' ? [] : (text.toUpperCase().split(',') as Choices['workers']);

interface Question {
  name: Exclude<keyof Choices, 'account_id' | 'vars' | 'workers'>;
  /** Printed before the question is asked. */
  notes?: readonly string[];
  text: string;
  /** The default answer, used when nothing is typed and with --yes. */
  usual?: string;
  /** False when only the default is possible, in which case the question is skipped. */
  isAsked?: boolean;
}

/** @param plan the account's plan, or `unknown` */
const questions = (choices: SomeChoices, plan: string): Question[] => [
  {
    name: 'plan',
    notes: planComparison(choices.workers).map(({ plan: name, text }) => `${name}: ${text}`),
    text: "The account's Workers plan (paid, free)",
    ...(plan !== 'unknown' && { usual: plan }),
  },
  {
    name: 'location',
    text: `Where to store the database, close to most of your visitors (${LOCATIONS.join(', ')})`,
    usual: 'weur',
  },
  {
    name: 'domain',
    text: 'Your domain, such as verify.example.com, or workers.dev',
    usual: 'workers.dev',
  },
  { name: 'service_name', text: "The service's name, which people see", usual: 'Agate' },
  ...mailQuestions(choices),
  { name: 'operator_email', text: "The first operator's email address" },
  { name: 'operator_name', text: "The first operator's name", usual: 'Operator' },
  { name: 'customer_name', text: "The first customer's name, which visitors see" },
  {
    name: 'customer_owner',
    text: "The email address of the first customer's owner",
    ...(choices.operator_email !== undefined && { usual: choices.operator_email }),
  },
];

/**
 * Drops a saved "none" for the sender when this run names a provider, and a saved "none" for the
 * provider when this run names a sender.
 */
function withoutOldMail(saved: SomeChoices, given: SomeChoices): SomeChoices {
  const { mail_provider: provider, mail_from: from, ...rest } = saved;
  const isNewFrom = (given.mail_from ?? 'none') !== 'none';
  const isNewProvider = (given.mail_provider ?? 'none') !== 'none';
  return {
    ...rest,
    ...(provider !== undefined &&
      !(isNewFrom && provider === 'none') && { mail_provider: provider }),
    ...(from !== undefined && !(isNewProvider && from === 'none') && { mail_from: from }),
  };
}

/**
 * Returns the questions about mail, which depend on the answers so far. A sender without a provider
 * means Cloudflare, as in settings that predate the choice of providers.
 */
function mailQuestions({ mail_provider: provider, mail_from: from }: SomeChoices): Question[] {
  const isBefore = provider === undefined && from !== undefined;
  const sends = provider !== 'none' && !isBefore;
  return [
    ...(isBefore
      ? []
      : [
          {
            name: 'mail_provider' as const,
            text: `Who sends emails (${MAIL_PROVIDERS.join(', ')})`,
            usual: 'none',
          },
        ]),
    {
      name: 'mail_from',
      text: "The sender's address, on a domain that the provider sends for",
      ...(!sends && { usual: 'none' }),
      isAsked: sends,
    },
    ...(provider === 'ses'
      ? ([
          { name: 'ses_region', text: 'The Amazon SES region', usual: 'eu-west-1' },
          { name: 'ses_access_key_id', text: 'The Amazon SES access key ID' },
        ] as const)
      : []),
  ];
}

/**
 * @param options the options of this run
 * @param saved the settings of the last run
 * @throws Error that lists every missing answer
 */
export async function completeChoices(
  cloudflare: Cloudflare,
  { choices: given, isYes }: Options,
  { made: _made, ...saved }: Saved,
  { ask, print }: Surroundings,
): Promise<Choices> {
  const choices: SomeChoices = { vars: {}, ...withoutOldMail(saved, given), ...given };
  const asks = isYes ? undefined : ask;
  choices.account_id ??= await chooseAccount(cloudflare, asks);
  const fault = faultOf('account_id', choices.account_id);
  if (fault !== undefined) throw new Error(`account_id: ${fault}`);
  const plan = choices.plan ?? (await readPlan(cloudflare, choices.account_id));
  const missing: string[] = [];
  const isOpen = ({ name }: Question): boolean =>
    choices[name] === undefined && !missing.includes(name);
  for (;;) {
    const question = questions(choices, plan).find(isOpen);
    if (question === undefined) break;
    const answer = await answerTo(question, asks, print);
    if (answer === undefined) missing.push(question.name);
    else Object.assign(choices, { [question.name]: answer });
  }
  if (missing.length > 0)
    throw new Error(`Missing: ${missing.map((name) => `${name} (--${flagOf(name)})`).join(', ')}.`);
  choices.workers ??= choices.plan === 'free' ? [] : [...WORKERS];
  return requireChoices(choices);
}

async function answerTo(
  question: Question,
  ask: Surroundings['ask'],
  print: Surroundings['print'],
): Promise<string | undefined> {
  const { name, notes = [], text, usual } = question;
  if (ask === undefined || question.isAsked === false) return usual;
  for (const note of notes) print(note);
  for (;;) {
    const typed = await ask(`${text}${usual === undefined ? '' : ` [${usual}]`}: `);
    const answer = typed === '' ? usual : typed;
    const fault = answer === undefined ? 'is required' : faultOf(name, answer);
    if (fault === undefined) return answer;
    print(`This ${fault}.`);
  }
}

async function chooseAccount(cloudflare: Cloudflare, ask: Surroundings['ask']): Promise<string> {
  const accounts = await listAccounts(cloudflare);
  const [only, second] = accounts;
  if (only !== undefined && second === undefined) return only.id;
  const list = accounts.map(({ id, name }) => `${id} (${name})`).join(', ');
  if (only === undefined) throw new Error('The token has no access to any account.');
  if (ask === undefined) throw new Error(`Choose an account with --account: ${list}.`);
  return ask(`The ID of the account, one of ${list}: `);
}
