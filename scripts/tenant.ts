// `npm run tenant:create`: creates a tenant with its four keys in the local or the deployed
// database. The database stores only hashes of the keys; the keys are printed once.
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { findHidingCharacter } from '../src/domain/terms/displayed-name.ts';
import { RESIDENCIES, type Residency } from '../src/domain/terms/residency.ts';
import { newId, newTenantKeys } from './credentials.ts';
import type { EmailAddress } from '../src/domain/terms/email-address.ts';
import { execute } from './database.ts';
import { tenantStatements } from './first-rows.ts';
import { linkOf, ownerInvitation, readAddress } from './owner-invitation.ts';

const USAGE = `npm run tenant:create -- --name "Your shop" [--color "#8c2f5b"] [--logo logo.svg] [--alternative-url https://…] [--residency eu] [--owner you@example.com] [--remote]

  --name    shown to visitors on the page, at most 100 characters
  --color   the page's accent, #rrggbb
  --logo    an SVG, PNG, JPEG or WebP; as a data: URL it must not exceed 16 KiB
  --alternative-url  where somebody goes who cannot do the camera check
  --residency  eu keeps the customer's checks in the EU, for good; without it they are not restricted
  --owner   prints a link with which the customer's first owner joins; no email is sent
  --base    the address of the service in that link; without it that of the deployment, or BASE_URL of wrangler.toml
  --remote  the deployed database; without it the local one (STATE_DIR, as for npm start)`;

const LOGO_TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};
const LOGO_LIMIT = 16 * 1024;

interface Wish {
  name: string;
  color: string | null;
  logo: string | null;
  alternativeUrl: string | null;
  residency: Residency;
  owner: EmailAddress | undefined;
  base: string | undefined;
  remote: boolean;
}

/** @throws Error with the name of the invalid option */
function readWish(): Wish {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      color: { type: 'string' },
      logo: { type: 'string' },
      'alternative-url': { type: 'string' },
      residency: { type: 'string', default: 'none' },
      owner: { type: 'string' },
      base: { type: 'string' },
      remote: { type: 'boolean', default: false },
    },
  });
  const name = values.name?.trim() ?? '';
  if (name === '' || name.length > 100) throw new Error('--name needs 1 to 100 characters.');
  if (findHidingCharacter(name) !== undefined)
    throw new Error('--name must not have characters that hide or reorder letters.');
  if (values.color !== undefined && !/^#[0-9a-f]{6}$/i.test(values.color)) {
    throw new Error('--color must look like #8c2f5b.');
  }
  const alternativeUrl = values['alternative-url'] ?? null;
  if (alternativeUrl !== null && !/^https:\/\/[^\s]+$/.test(alternativeUrl)) {
    throw new Error('--alternative-url must be an https address.');
  }
  return {
    name,
    alternativeUrl,
    residency: readResidency(values.residency),
    color: values.color ?? null,
    logo: values.logo === undefined ? null : readLogo(values.logo),
    owner: values.owner === undefined ? undefined : readAddress(values.owner, '--owner'),
    base: values.base,
    remote: values.remote,
  };
}

function readResidency(text: string): Residency {
  const found = RESIDENCIES.find((one) => one === text);
  if (found === undefined)
    throw new Error(`--residency must be one of: ${RESIDENCIES.join(', ')}.`);
  return found;
}

function readLogo(file: string): string {
  const type = LOGO_TYPES[extname(file).toLowerCase()];
  if (type === undefined) throw new Error('--logo must be an SVG, PNG, JPEG or WebP file.');
  const url = `data:${type};base64,${readFileSync(file).toString('base64')}`;
  if (url.length > LOGO_LIMIT) throw new Error('--logo is larger than 16 KiB as a data: URL.');
  return url;
}

function createTenant({ owner, base, remote, ...tenant }: Wish): void {
  const nowMs = Date.now();
  const id = newId('ten_');
  const keys = newTenantKeys();
  const invited = owner && ownerInvitation(id, owner, nowMs);
  const statements = [
    ...tenantStatements({ id, ...tenant }, keys, nowMs),
    ...(invited?.statements ?? []),
  ];
  if (!execute(statements.join('\n'), remote)) throw new Error('The tenant was not created.');
  const link = invited && { owner_link: linkOf(invited.token, base, remote) };
  console.log(JSON.stringify({ id, name: tenant.name, ...keys, ...link }, null, 2));
  console.error('Keep this now: it cannot be shown again.');
}

try {
  createTenant(readWish());
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}
