// Calls Cloudflare's API (https://developers.cloudflare.com/api/). When a call is refused, the
// error names the permission that it needs.

const API = 'https://api.cloudflare.com/client/v4';
const STATUS_PAGE = 'https://www.cloudflarestatus.com';

interface Answer<T> {
  success: boolean;
  result: T;
  errors?: { code: number; message: string }[];
  result_info?: { page: number; per_page: number; total_pages?: number; total_count?: number };
}

export class CloudflareError extends Error {
  readonly status: number;
  readonly codes: readonly number[];

  constructor(message: string, status: number, codes: readonly number[]) {
    super(message);
    this.status = status;
    this.codes = codes;
  }
}

/** A permission that a call needs; PERMISSIONS maps it to its name in Cloudflare's dashboard. */
type Permission = keyof typeof PERMISSIONS;

const PERMISSIONS = {
  account: 'Account, Account Settings, Read',
  billing: 'Account, Billing, Read',
  d1: 'Account, D1, Edit',
  queues: 'Account, Queues, Edit',
  scripts: 'Account, Workers Scripts, Edit',
  zone: 'Zone, Zone, Read',
  dns: 'Zone, DNS, Read',
} as const;

export class Cloudflare {
  readonly #base: string;
  readonly #token: string;
  readonly #fetch: typeof fetch;

  /**
   * @param token an API token, or the token of a wrangler login
   * @param base the API's URL if it is not Cloudflare's own, as wrangler allows
   */
  constructor(token: string, base: string | undefined, fetchApi: typeof fetch = fetch) {
    this.#token = token;
    this.#fetch = fetchApi;
    this.#base = (base || API).replace(/\/$/, '');
  }

  get<T>(path: string, permission: Permission): Promise<T> {
    return this.#call<T>('GET', path, permission).then(({ result }) => result);
  }

  post<T>(path: string, permission: Permission, body: unknown): Promise<T> {
    return this.#call<T>('POST', path, permission, body).then(({ result }) => result);
  }

  /** @returns the rows of all pages of a list */
  async list<T>(path: string, permission: Permission): Promise<T[]> {
    const rows: T[] = [];
    for (let page = 1; ; page += 1) {
      const at = `${path}${path.includes('?') ? '&' : '?'}page=${page}&per_page=50`;
      const { result, result_info: info } = await this.#call<T[] | null>('GET', at, permission);
      rows.push(...(result ?? []));
      const count = info?.total_count ?? 0;
      const pages = info?.total_pages ?? Math.ceil(count / (info?.per_page || 50));
      if (page >= pages) return rows;
    }
  }

  /** @throws CloudflareError for a refusal, Error when there was no response */
  async #call<T>(
    method: string,
    path: string,
    permission: Permission,
    body?: unknown,
  ): Promise<Answer<T>> {
    const what = `${method} ${path.split('?')[0] ?? path}`;
    const response = await this.#fetch(this.#base + path, {
      method,
      headers: { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    }).catch((error: unknown) => {
      throw new Error(
        `Cloudflare did not respond to ${what}. Check this machine's connection, and ${STATUS_PAGE}.`,
        { cause: error },
      );
    });
    const answer = (await response.json().catch(() => undefined)) as Answer<T> | undefined;
    if (response.ok && answer?.success === true) return answer;
    throw refusal(what, response.status, permission, answer?.errors ?? []);
  }
}

/** Whether the failure is temporary and not the caller's fault: a server error or throttling. */
const isTheirs = (status: number): boolean => status === 429 || status >= 500;

function refusal(
  what: string,
  status: number,
  permission: Permission,
  errors: { code: number; message: string }[],
): CloudflareError {
  if (status < 400 && errors.length === 0)
    return new CloudflareError(`Cloudflare's response to ${what} was cut off.`, 502, []);
  const said = errors.map(({ code, message }) => `${message} (${code})`).join('; ');
  // Cloudflare returns the error code 10000 or 9109 for a valid token without the permission.
  const isForbidden =
    status === 401 || status === 403 || errors.some(({ code }) => code === 10_000 || code === 9109);
  const hint = isForbidden
    ? ` The token needs the permission "${PERMISSIONS[permission]}"; the token of "npx wrangler login" has every permission except Billing and DNS.`
    : isTheirs(status)
      ? ` This usually passes: wait a few minutes, and see ${STATUS_PAGE}.`
      : '';
  const codes = errors.map(({ code }) => code);
  return new CloudflareError(
    `Cloudflare refused ${what} (${status})${said === '' ? '' : `: ${said}`}.${hint}`,
    isForbidden ? 403 : status,
    codes,
  );
}
