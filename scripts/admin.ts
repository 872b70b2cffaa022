// `npm run admin:create`: creates an operator in the local or the deployed database, and prints a
// link for choosing a password. The password is never typed into a shell, so it does not end up in
// any history or log.
import { parseArgs } from 'node:util';
import { ROLES } from '../src/domain/customers/admins/rights.ts';
import { execute, query } from './database.ts';
import {
  newOperatorToken,
  openLinkQuery,
  OPERATOR_LINK_HOURS,
  OPERATOR_PAGE,
  operatorStatements,
} from './operator-link.ts';
import { linkOf, readAddress } from './owner-invitation.ts';

const USAGE = `npm run admin:create -- --email you@example.com --name "Your name" [--role superadmin] [--base https://verify.example.com] [--remote]

  --email   what the operator signs in with; again for another link while no password is set
  --name    shown in lists and in the audit, at most 100 characters
  --role    ${ROLES.join(', ')}; default superadmin
  --base    the address of the service; without it that of the deployment, or BASE_URL of wrangler.toml
  --remote  the deployed database; without it the local one (STATE_DIR, as for npm start)`;

interface Wish {
  email: string;
  name: string;
  role: string;
  base: string | undefined;
  remote: boolean;
}

/** @throws Error with the name of the invalid option */
function readWish(): Wish {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string', default: 'superadmin' },
      base: { type: 'string' },
      remote: { type: 'boolean', default: false },
    },
  });
  const { written: email } = readAddress(values.email ?? '', '--email');
  const name = values.name?.trim() ?? '';
  if (name === '' || name.length > 100) throw new Error('--name needs 1 to 100 characters.');
  const { role, base, remote } = values;
  if (!ROLES.some((known) => known === role))
    throw new Error(`--role must be one of: ${ROLES.join(', ')}.`);
  return { email, name, role, base, remote };
}

function createAdmin({ base, remote, ...operator }: Wish): void {
  const token = newOperatorToken();
  const nowMs = Date.now();
  if (!execute(operatorStatements(operator, token, nowMs).join('\n'), remote))
    throw new Error('The operator was not created.');
  const [open] = query<{ n: number }>(openLinkQuery(token, nowMs), remote);
  if (open?.n !== 1)
    throw new Error(
      'This operator has a password already, or is deactivated: nothing was changed.',
    );
  console.log(linkOf(token, base, remote, OPERATOR_PAGE));
  console.error(
    `Whoever has this link becomes the operator ${operator.email}. It works once, for ${OPERATOR_LINK_HOURS} hours.`,
  );
}

try {
  createAdmin(readWish());
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}
