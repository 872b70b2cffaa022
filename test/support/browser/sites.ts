// Sites that sign people in. Each is registered in the dashboard as its owner would register it,
// and has a server for its redirect URI.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { eventually } from '../installation/eventually.ts';

interface Site {
  id: string;
  secret: string;
  callback: string;
  signedOut: string;
  /** The site's front-channel logout address. */
  frame: string;
  /**
   * Waits until a visitor next returns to the site. Successive calls report the returns in order of
   * arrival.
   * @returns the URL at which the visitor returned; a posted response appears as its query
   * @throws Error if no visitor returns within 20 seconds
   */
  arrival: () => Promise<URL>;
  /**
   * A second origin of the site, to which the site redirects returning visitors if `leadsOn` is
   * set.
   */
  elsewhere: string;
  close: () => void;
}

const PAGE =
  '<!doctype html><html lang="en"><title>The site</title><link rel="icon" href="data:,">';
const PATIENCE_MS = 20_000;

interface SiteOptions {
  /**
   * Whether the site redirects returning visitors to a different origin, as brokers and sites with
   * a separate sign-in host do.
   */
  leadsOn?: boolean;
  /** Whether the site may use FedCM. If so, its pages are cross-site to the service. */
  fedcm?: boolean;
}

/** @param service base URL of the service */
export async function openSite(
  service: string,
  name: string,
  { leadsOn = false, fedcm = false }: SiteOptions = {},
): Promise<Site> {
  const arrived: URL[] = [];
  const answer = (response: ServerResponse): unknown =>
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(PAGE);
  const home = createServer((_, response) => void answer(response));
  const elsewhere = `http://127.0.0.1:${await listen(home, '127.0.0.1')}`;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', `http://${request.headers.host ?? ''}`);
    if (request.method === 'POST') url.search = await text(request);
    arrived.push(url);
    if (leadsOn) response.writeHead(302, { Location: `${elsewhere}/home` }).end();
    else answer(response);
  };
  const server = createServer((request, response) => void receive(request, response));
  const host = fedcm ? '127.0.0.1' : 'localhost';
  const own = `http://${host}:${await listen(server, host)}`;
  const addresses = {
    callback: `${own}/callback`,
    signedOut: `${own}/signed-out`,
    frame: `${own}/sign-out-frame`,
  };
  const arrival = async (): Promise<URL> => {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const next = arrived.shift();
      if (next !== undefined) return next;
      if (Date.now() > deadline) throw new Error(`Nobody came back to ${name}.`);
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
  };
  const close = (): void => {
    for (const one of [server, home]) {
      one.close();
      one.closeAllConnections();
    }
  };
  const registered = await register(service, name, { ...addresses, fedcm });
  return { ...registered, ...addresses, arrival, elsewhere, close };
}

/** @returns the port */
async function listen(server: Server, host: string): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function register(
  service: string,
  name: string,
  {
    callback,
    signedOut,
    frame,
    fedcm,
  }: Pick<Site, 'callback' | 'signedOut' | 'frame'> & { fedcm: boolean },
): Promise<Pick<Site, 'id' | 'secret'>> {
  const email = `vera-${randomBytes(6).toString('hex')}@example.com`;
  const password = 'plum-kettle-orbit-47';
  const owner = await post(`${service}/dashboard/v1/auth/register`, {
    company: name,
    name: 'Vera Vintner',
    email,
    password,
  });
  // No OAuth clients can be created until the owner's email address is confirmed (D-64).
  const token = await readMailedToken(service, email);
  await post(`${service}/dashboard/v1/auth/verify-email`, { token, password });
  const made = await post(
    `${service}/dashboard/v1/oauth-clients`,
    {
      name,
      redirect_uris: [callback],
      post_logout_redirect_uris: [signedOut],
      frontchannel_logout_uri: frame,
      scopes: ['openid', 'profile', 'age_verification'],
      fedcm,
    },
    owner['access_token'],
  );
  return { id: made['id'] ?? '', secret: made['client_secret'] ?? '' };
}

/** @returns the token in the link of the newest email to this address */
export async function readMailedToken(service: string, email: string): Promise<string> {
  const link = await readMailedLink(service, email);
  return link.slice(link.indexOf('token=') + 'token='.length);
}

/** The link in the newest email to this address, from the outbox. */
export const readMailedLink = (service: string, email: string): Promise<string> =>
  eventually(async () => {
    const response = await fetch(`${service}/outbox/mails.json`);
    const { mails } = (await response.json()) as { mails: { to: string; link?: string }[] };
    const mail = mails.find(({ to }) => to === email);
    if (mail?.link === undefined) throw new Error(`No link was mailed to ${email}.`);
    return mail.link;
  });

async function post(
  url: string,
  body: object,
  token?: string,
): Promise<Record<string, string | undefined>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { data?: Record<string, string>; error?: unknown };
  if (answer.data === undefined) throw new Error(`${url}: ${JSON.stringify(answer.error)}`);
  return answer.data;
}
