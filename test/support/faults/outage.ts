// The service with a database that can fail and recover, called through its real routes.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import worker from '../../../src/index.ts';
import { ORIGIN } from '../site/oauth-request.ts';

type Weather = 'fair' | 'failing' | 'silent';

/**
 * The service and its database. Each instance has its own env and thus its own caches, so that it
 * shares none with other tests.
 */
export class OutageWorld {
  database: Weather = 'fair';
  readonly env: Env;

  constructor() {
    this.env = { ...env, LOCAL_OUTBOX: 'true', DB: this.#wrap(env.DB) } as Env;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const execution = createExecutionContext();
    const request = new Request(`${ORIGIN}${path}`, { redirect: 'manual', ...init });
    const response = await worker.fetch(request, this.env, execution);
    if (this.database !== 'silent') await waitOnExecutionContext(execution);
    return response;
  }

  /** @returns the status and the JSON body of the response */
  async call(path: string, init: RequestInit = {}): Promise<{ status: number; body: any }> {
    const response = await this.fetch(path, init);
    return { status: response.status, body: await response.json() };
  }

  post(path: string, body: object, headers: Record<string, string> = {}) {
    return this.call(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  postForm(path: string, form: Record<string, string | undefined>) {
    return this.call(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form as Record<string, string>).toString(),
    });
  }

  /** Rejects as D1 does when its network connection is lost or, if `silent`, never settles. */
  #refuse(): Promise<never> {
    if (this.database === 'silent') return new Promise(() => {});
    return Promise.reject(new Error('D1_ERROR: Network connection lost.'));
  }

  #wrap<T extends D1Database | D1DatabaseSession>(database: T): T {
    const refuse = () => this.#refuse();
    const gone = { bind: () => gone, all: refuse, run: refuse, first: refuse, raw: refuse };
    const isFair = () => this.database === 'fair';
    const wrap = (session: D1DatabaseSession) => this.#wrap(session);
    return new Proxy(database, {
      get(target, name) {
        if (!isFair() && name === 'prepare') return () => gone;
        if (name === 'withSession')
          return (start: string) => wrap((target as D1Database).withSession(start));
        if (name === 'getBookmark') return () => (target as D1DatabaseSession).getBookmark();
        if (!isFair()) return refuse;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
  }
}
