// Describes what a deployment is about to do.
import { planComparison } from './costs.ts';
import type { MailSecret } from './mail-secret.ts';
import { queueNames } from './resources.ts';
import { mailProviderOf, WORKERS, type Choices, type Made } from './settings.ts';

export interface Plan {
  choices: Choices;
  made: Made;
  /** A description of the account's plan, as far as it is known. */
  planOfAccount: string;
  baseUrl: string;
  /** The id of the database; undefined when it will be created. */
  databaseId: string | undefined;
  hasData: boolean;
  /** The queues that will be created. */
  queues: readonly string[];
  /** The mail provider's secret; undefined when the provider needs none. */
  mailSecret: MailSecret | undefined;
  /** The names of the service's secrets; undefined when there is no service yet. */
  deployedSecrets: readonly string[] | undefined;
}

const MAIL_NAMES = {
  cloudflare: "Cloudflare's Email Service",
  resend: 'Resend',
  postmark: 'Postmark',
  ses: 'Amazon SES',
} as const;

/** @returns the plan, one line for each step */
export function planLines({ choices, ...plan }: Plan): string[] {
  const missing = [
    ...['TOKEN_KEY', 'KEY_ENCRYPTION_KEY'].filter((name) => !plan.deployedSecrets?.includes(name)),
    ...(plan.mailSecret?.value === undefined ? [] : ['MAIL_SECRET']),
  ];
  const provider = mailProviderOf(choices);
  const left = WORKERS.filter((binding) => !choices.workers.includes(binding));
  const workers = [...choices.workers.map((name) => `agate-${name.toLowerCase()}`), 'agate'];
  const lines: [string, string][] = [
    ['Account', choices.account_id],
    ['Plan', plan.planOfAccount],
    ...planComparison(choices.plan === 'paid' ? choices.workers : undefined).map(
      ({ plan: name, text }): [string, string] => [`  ${name}`, text],
    ),
    ['Address', plan.baseUrl],
    [
      'Database',
      plan.databaseId === undefined
        ? `agate, to be created (${choices.location})`
        : `agate (${plan.databaseId})${plan.hasData ? ', to be backed up first' : ''}`,
    ],
    [
      'Queues',
      plan.queues.length === 0
        ? `all ${queueNames().length} exist`
        : `to be created: ${plan.queues.join(', ')}`,
    ],
    ['Secrets', missing.length === 0 ? 'all set' : `to be set: ${missing.join(', ')}`],
    [
      'Email',
      provider === 'none'
        ? 'none (docs/deploy.md says what does not work without a provider)'
        : `${MAIL_NAMES[provider]}, from ${choices.mail_from}`,
    ],
    ['Migrations', 'those not applied yet'],
    ['Workers', `${workers.join(', ')}${left.length > 0 ? `; without ${left.join(', ')}` : ''}`],
  ];
  if (!plan.hasData)
    lines.push([
      'People',
      `operator ${choices.operator_email}; customer "${choices.customer_name}", owned by ${choices.customer_owner}${choices.customer_residency === 'eu' ? ', with its checks kept in the EU' : ''}`,
    ]);
  lines.push([
    'Checks',
    '/readyz; a test session, its row in the database and its webhook to the service',
  ]);
  return lines.map(([name, text]) => `${name.padEnd(11)} ${text}`);
}
