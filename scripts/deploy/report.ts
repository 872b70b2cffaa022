// The report that is printed at the end of a deployment. Only the report of the first successful
// run includes the secrets.
import { costLines, FREE_PLAN_LACKS } from './costs.ts';
import type { Plan } from './plan.ts';
import { OPERATOR_LINK_HOURS } from '../operator-link.ts';
import { KEYS, readSecrets, secretsFile, type Secrets } from './secrets.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * @param operatorLink present if this run created one, in which case any earlier link has expired
 */
export function report(
  { choices, made, baseUrl }: Plan,
  checks: readonly string[],
  operatorLink: string | undefined,
  surroundings: Surroundings,
): void {
  const { print } = surroundings;
  for (const line of checks) print(`Checked: ${line}`);
  print('');
  for (const [name, path] of [
    ['Service', ''],
    ['Dashboard', '/dashboard'],
    ['Operators', '/admin'],
    ['Docs', '/docs'],
    ['Readiness', '/readyz'],
  ] as const)
    print(`${name.padEnd(11)} ${baseUrl}${path}`);
  print('');
  for (const line of costLines(choices.plan, choices.workers.includes('FACE')))
    print(`Costs: ${line}`);
  if (choices.plan === 'free') {
    print('The free plan lacks:');
    for (const line of FREE_PLAN_LACKS) print(`- ${line}`);
  }
  if (made.shown !== true) showSecrets(choices.operator_email, surroundings);
  else if (operatorLink !== undefined) showLink(choices.operator_email, operatorLink, surroundings);
  print('');
  print(
    'To upgrade, run "npm run deploy" again. Commands with --remote (backup, doctor, tenant:create) find this installation.',
  );
}

function showSecrets(email: string, { folder, print, isSeen }: Surroundings): void {
  const { operator_link: link, ...kept } = readSecrets(folder);
  const lines = secretLines(email, kept);
  if (link !== undefined) lines.push(line('operator_link', link));
  if (lines.length === 0) return;
  print('');
  if (!isSeen)
    return print(
      `This output is not a terminal, so the secrets, and the links for ${email} and the customer's owner, are only in ${secretsFile(folder)}, which only you can read.`,
    );
  print(
    `Save these now: they are shown only once. They are also in ${secretsFile(folder)}, which only you can read.`,
  );
  for (const each of lines) print(each);
  if (link === undefined) return;
  print('');
  print(
    `Open operator_link now: whoever opens it first chooses the password for ${email}, and then sets up a second factor. It works once, within ${OPERATOR_LINK_HOURS} hours.`,
  );
}

/**
 * Lists the secrets that this installation created. The mail provider's secret is left out, because
 * it came from the person who runs the deployment.
 */
const secretLines = (email: string, kept: Omit<Secrets, 'operator_link'>): string[] => [
  ...KEYS.flatMap((name) => (kept[name] === undefined ? [] : [line(name, kept[name])])),
  ...(kept.operator_password === undefined
    ? []
    : [line('operator', `${email}, password ${kept.operator_password}`)]),
  ...Object.entries(kept.customer ?? {}).map(([name, value]) => line(name, value)),
];

const line = (name: string, value: string): string => `${name.padEnd(21)} ${value}`;

function showLink(email: string, link: string, { folder, print, isSeen }: Surroundings): void {
  print('');
  print(
    isSeen
      ? `The link for ${email} had expired. The new one works once, within ${OPERATOR_LINK_HOURS} hours: ${link}`
      : `The link for ${email} had expired. The new one is in ${secretsFile(folder)}.`,
  );
}
