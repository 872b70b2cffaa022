// `npm run admin:create`: creates an operator in the local or the deployed database. Without --password a random one is
// generated and printed once; only its hash is stored.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ROLES } from '../src/domain/customers/admins/rights.ts';
import { execute } from './database.ts';
import { operatorStatement } from './first-rows.ts';

const USAGE = `npm run admin:create -- --email you@example.com --name "Your name" [--role superadmin] [--password …] [--remote]

  --email     what the operator signs in with
  --name      shown in lists and in the audit, at most 100 characters
  --role      ${ROLES.join(', ')}; default superadmin
  --password  at least 10 characters; made up and printed when left out
  --remote    the deployed database; without it the local one (STATE_DIR, as for npm start)`;

interface Wish {
  email: string;
  name: string;
  role: string;
  password: string | undefined;
  remote: boolean;
}

/** @throws Error with the name of the invalid option */
function readWish(): Wish {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string', default: 'superadmin' },
      password: { type: 'string' },
      remote: { type: 'boolean', default: false },
    },
  });
  const email = values.email?.trim() ?? '';
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 254)
    throw new Error('--email must be an email address.');
  const name = values.name?.trim() ?? '';
  if (name === '' || name.length > 100) throw new Error('--name needs 1 to 100 characters.');
  const { role, password, remote } = values;
  if (!ROLES.some((known) => known === role))
    throw new Error(`--role must be one of: ${ROLES.join(', ')}.`);
  if (password !== undefined && (password.length < 10 || password.length > 128))
    throw new Error('--password needs 10 to 128 characters.');
  return { email, name, role, password, remote };
}

function createAdmin({ email, name, role, password, remote }: Wish): void {
  const secret = password ?? randomBytes(15).toString('base64url');
  const statement = operatorStatement({ email, name, role, password: secret }, Date.now());
  if (!execute(statement, remote))
    throw new Error('The operator was not created. Is there one with this address already?');
  console.log(JSON.stringify({ email, role, ...(password === undefined && { password: secret }) }));
  if (password === undefined) console.error('Keep the password now: it cannot be shown again.');
}

try {
  createAdmin(readWish());
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}
