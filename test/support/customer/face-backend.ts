// A customer's backend that enrols and compares faces, at a service whose face Worker reads the
// values that a test wrote into the pictures.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { encodeBase64 } from '../../../src/crypto/encoding.ts';
import worker from '../../../src/index.ts';
import type { Reply } from './api.ts';
import { photoOf, ScriptedFace } from '../visitor/scripted-face.ts';
import { makeTenant, type TestTenant } from './tenants.ts';

const CALLBACK = 'https://shop.example/face';

type Fields = Readonly<Record<string, unknown>>;

export class FaceBackend {
  readonly face: ScriptedFace;
  readonly tenant: TestTenant;
  readonly #env: Env;
  readonly #key: string;

  constructor(tenant: TestTenant, face = new ScriptedFace(), around?: Env, key = tenant.secret) {
    this.tenant = tenant;
    this.face = face;
    this.#env = around ?? { ...env, FACE: face.binding };
    this.#key = key;
  }

  static async make(): Promise<FaceBackend> {
    return new FaceBackend(await makeTenant());
  }

  /** The same customer with a test key. */
  inTest(): FaceBackend {
    return new FaceBackend(this.tenant, this.face, this.#env, this.tenant.testSecret);
  }

  /** Another customer of the same service. */
  async another(): Promise<FaceBackend> {
    return new FaceBackend(await makeTenant(), this.face, this.#env);
  }

  /**
   * The same backend, calling a service in which the given bindings, such as keys, replace the
   * usual ones.
   */
  within(around: Partial<Env>): FaceBackend {
    return new FaceBackend(this.tenant, this.face, { ...this.#env, ...around }, this.#key);
  }

  /** @returns the response, and a promise that settles once its background work is done */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ reply: Reply; settled: Promise<void> }> {
    const execution = createExecutionContext();
    const whole = /^\/(verify|dashboard)\//.test(path) ? path : `/verify/v1/2fa${path}`;
    const request = new Request(`http://localhost:8787${whole}`, {
      method,
      headers: { 'X-API-Key': this.#key, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const response = await worker.fetch(request, this.#env, execution);
    const reply = {
      status: response.status,
      headers: response.headers,
      body: await response.json(),
    };
    return { reply: reply as Reply, settled: waitOnExecutionContext(execution) };
  }

  /** Like send, but waits for the background work. */
  async call(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    const { reply, settled } = await this.send(method, path, body, headers);
    await settled;
    return reply;
  }

  /**
   * Sends a picture and waits until it has been measured.
   * @returns the status of the challenge
   */
  register = (userId: string, image: Uint8Array = photoOf(userId), more: Fields = {}) =>
    this.#challenge('/register', userId, image, more);
  verify = (userId: string, image: Uint8Array = photoOf(userId, 1), more: Fields = {}) =>
    this.#challenge('/verify', userId, image, more);

  /** Starts a liveness check on our page. */
  begin = (kind: 'enroll' | 'verify', userId: string, more: Fields = {}, headers = {}) =>
    this.call(
      'POST',
      '/sessions',
      { user_id: userId, kind, callback_url: CALLBACK, ...more },
      headers,
    );

  /** Blocks the face in a picture. */
  block = (image: Uint8Array, more: Fields = {}, headers: Record<string, string> = {}) =>
    this.call(
      'POST',
      '/verify/v1/blacklist/image',
      { image: encodeBase64(image), reason: 'Resold accounts', ...more },
      headers,
    );
  blocked = async (): Promise<any[]> =>
    (await this.call('GET', '/verify/v1/blacklist?per_page=100')).body.data;
  unblock = (id: number | string): Promise<Reply> =>
    this.call('DELETE', `/verify/v1/blacklist/${id}`);

  status = (id: string): Promise<Reply> => this.call('GET', `/status/${id}`);
  user = (userId: string): Promise<Reply> =>
    this.call('GET', `/users/${encodeURIComponent(userId)}`);
  erase = (userId: string): Promise<Reply> =>
    this.call('DELETE', `/users/${encodeURIComponent(userId)}`);

  async #challenge(path: string, userId: string, image: Uint8Array, more: Fields) {
    const reply = await this.call('POST', path, bodyOf(userId, image, more));
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
    return (await this.status(reply.body.data.challenge_id)).body.data;
  }
}

export const bodyOf = (userId: string, image: Uint8Array, more: Fields = {}) => ({
  user_id: userId,
  image: encodeBase64(image),
  ...more,
});
