// What a deployment prints at its end. It contains secrets once, at the end of the first successful
// run.
import { costLines } from './costs.ts';
import type { Plan } from './plan.ts';
import { readSecrets, secretsFile } from './secrets.ts';
import type { Surroundings } from './surroundings.ts';

export function report(
  { choices, made, baseUrl }: Plan,
  checks: readonly string[],
  { folder, print }: Surroundings,
): void {
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
  if (made.shown !== true) showSecrets(choices.operator_email, folder, print);
  print('');
  print(
    'Run "npm run deploy" again to upgrade. Remote commands (backup, doctor, tenant:create) find this installation.',
  );
}

function showSecrets(email: string, folder: string, print: (line: string) => void): void {
  const { operator_password: password, customer, ...keys } = readSecrets(folder);
  print('');
  print(
    `Keep these now: they are shown once, and are in ${secretsFile(folder)}, which only you can read.`,
  );
  for (const [name, value] of Object.entries(keys)) print(`${name.padEnd(21)} ${value}`);
  if (password !== undefined) print(`${'operator'.padEnd(21)} ${email}, password ${password}`);
  for (const [name, value] of Object.entries(customer ?? {})) print(`${name.padEnd(21)} ${value}`);
}
