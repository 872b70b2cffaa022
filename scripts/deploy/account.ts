// Checks the Cloudflare account before anything is written to it: its plan, the token's
// permissions, and the domain. These checks only read.
import { CloudflareError, type Cloudflare } from './cloudflare.ts';
import type { Choices } from './settings.ts';
import type { Surroundings } from './surroundings.ts';

const PLANS_PAGE = 'https://dash.cloudflare.com/?to=/:account/workers/plans';
const WORKERS_PAGE = 'https://dash.cloudflare.com/?to=/:account/workers-and-pages';

interface Account {
  id: string;
  name: string;
}

export const listAccounts = (cloudflare: Cloudflare): Promise<Account[]> =>
  cloudflare.list<Account>('/accounts', 'account');

/**
 * @returns `unknown` when the token is not allowed to read the plan, as is the case for every
 *   wrangler login
 */
export async function readPlan(
  cloudflare: Cloudflare,
  accountId: string,
): Promise<'paid' | 'free' | 'unknown'> {
  try {
    const found = await cloudflare.list<{ rate_plan?: { id?: string } }>(
      `/accounts/${accountId}/subscriptions`,
      'billing',
    );
    return found.some(({ rate_plan: plan }) => plan?.id === 'workers_paid') ? 'paid' : 'free';
  } catch (error) {
    if (error instanceof CloudflareError && error.status === 403) return 'unknown';
    throw error;
  }
}

/** @throws Error when the paid plan was chosen but the account has the free one */
export async function checkPlan(cloudflare: Cloudflare, choices: Choices): Promise<string> {
  const found = await readPlan(cloudflare, choices.account_id);
  if (choices.plan === 'paid' && found === 'free')
    throw new Error(
      `The account has no Workers Paid plan. Choose it at ${PLANS_PAGE} (from $5 a month), or deploy with --plan free.`,
    );
  return found === 'unknown'
    ? `${choices.plan}, as you answered: the token may not read the account's plan`
    : `${choices.plan}${found === choices.plan ? '' : `, although the account has the ${found} plan`}`;
}

/**
 * Reads from every Cloudflare service that a deployment needs. A read fails if the token lacks the
 * permission, but succeeds with the read-only variant of the permission; in that case, the error of
 * the first refused write names the missing permission.
 */
export async function checkPermissions(cloudflare: Cloudflare, accountId: string): Promise<void> {
  await cloudflare.get(`/accounts/${accountId}/d1/database?per_page=10`, 'd1');
  await cloudflare.get(`/accounts/${accountId}/queues`, 'queues');
  await cloudflare.get(`/accounts/${accountId}/workers/scripts`, 'scripts');
}

interface Zone {
  id: string;
  name: string;
  status: string;
  account: Account;
}

/**
 * @returns the URL of the service
 * @throws Error with instructions when the address is not available
 */
export async function checkAddress(
  cloudflare: Cloudflare,
  choices: Choices,
  surroundings: Surroundings,
  replacesDns: boolean,
): Promise<string> {
  const { account_id: accountId, domain } = choices;
  if (domain === 'workers.dev')
    return `https://agate.${await subdomain(cloudflare, accountId)}.workers.dev`;
  const zone = await zoneOf(cloudflare, accountId, domain);
  if (!(await isOurs(cloudflare, accountId, domain)) && !replacesDns)
    await requireFree(cloudflare, zone, domain, surroundings);
  return `https://${domain}`;
}

async function subdomain(cloudflare: Cloudflare, accountId: string): Promise<string> {
  const path = `/accounts/${accountId}/workers/subdomain`;
  const found = await cloudflare
    .get<{ subdomain?: string } | null>(path, 'scripts')
    .catch((error: unknown) => {
      if (error instanceof CloudflareError && error.status === 404) return null;
      throw error;
    });
  if (found?.subdomain) return found.subdomain;
  throw new Error(`The account has no workers.dev subdomain yet: choose one at ${WORKERS_PAGE}.`);
}

/**
 * @param name a host
 * @param instead what the errors suggest in place of a domain of the account
 * @throws Error when no active zone of the account contains it
 */
export async function zoneOf(
  cloudflare: Cloudflare,
  accountId: string,
  name: string,
  instead = 'workers.dev',
): Promise<Zone> {
  const labels = name.split('.');
  for (let at = 0; at < labels.length - 1; at += 1) {
    const zones = await cloudflare.list<Zone>(`/zones?name=${labels.slice(at).join('.')}`, 'zone');
    const zone = zones.find(({ account }) => account.id === accountId) ?? zones[0];
    if (zone === undefined) continue;
    if (zone.account.id !== accountId)
      throw new Error(
        `The domain ${zone.name} is in another account (${zone.account.name}). Deploy with --account ${zone.account.id}, or use a domain in this account or ${instead}.`,
      );
    if (zone.status !== 'active')
      throw new Error(
        `The domain ${zone.name} is still "${zone.status}" at Cloudflare: set Cloudflare's name servers at its registrar, and wait until it is active.`,
      );
    return zone;
  }
  throw new Error(
    `${name} does not belong to any domain in this account. Add its domain at https://dash.cloudflare.com/?to=/:account/add-site (its name servers must then be Cloudflare's), or use ${instead}.`,
  );
}

/**
 * @returns whether the host already belongs to this service
 * @throws Error when it belongs to a different Worker
 */
async function isOurs(cloudflare: Cloudflare, accountId: string, host: string): Promise<boolean> {
  const path = `/accounts/${accountId}/workers/domains?hostname=${host}`;
  const found = await cloudflare.get<{ hostname: string; service: string }[] | null>(
    path,
    'scripts',
  );
  const other = (found ?? []).find(({ hostname }) => hostname === host);
  if (other !== undefined && other.service !== 'agate')
    throw new Error(
      `${host} is already the address of the Worker "${other.service}". Remove it there, or choose another host.`,
    );
  return other !== undefined;
}

/**
 * @throws Error when the host has DNS records: wrangler would replace them without asking, because
 *   it runs without a terminal
 */
async function requireFree(
  cloudflare: Cloudflare,
  zone: Zone,
  host: string,
  { resolves }: Surroundings,
): Promise<void> {
  const path = `/zones/${zone.id}/dns_records?name=${host}`;
  const isTaken = await cloudflare.list<unknown>(path, 'dns').then(
    (records) => records.length > 0,
    (error: unknown) => {
      if (error instanceof CloudflareError && error.status === 403) return resolves(host);
      throw error;
    },
  );
  if (isTaken)
    throw new Error(
      `${host} already has DNS records. Remove them, choose another host, or replace them with --replace-dns.`,
    );
}
