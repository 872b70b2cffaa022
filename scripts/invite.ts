// `npm run tenant:invite`: prints the link for the first owner of a customer instead of emailing
// it.
import { parseArgs } from 'node:util';
import { inviteOwner, readAddress } from './owner-invitation.ts';

const USAGE = `npm run tenant:invite -- --tenant ten_… --owner you@example.com [--base https://verify.example.com] [--remote]

  --tenant  the customer's id; nobody of it may be here yet
  --owner   the email address that its first owner signs in with
  --base    the address of the service; without it that of the deployment, or BASE_URL of wrangler.toml
  --remote  the deployed database; without it the local one (STATE_DIR, as for npm start)`;

try {
  const { values } = parseArgs({
    options: {
      tenant: { type: 'string' },
      owner: { type: 'string' },
      base: { type: 'string' },
      remote: { type: 'boolean', default: false },
    },
  });
  if (!/^ten_[\w-]+$/.test(values.tenant ?? '')) throw new Error('--tenant must be an id: ten_….');
  const address = readAddress(values.owner ?? '', '--owner');
  console.log(inviteOwner(values.tenant ?? '', address, values));
  console.error('Whoever has this link becomes the owner. It works once, for 7 days.');
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}
