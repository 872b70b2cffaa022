// Speaks the hosted page's protocol over HTTP in place of the page: opens a session, consents, and
// lets a forger complete every step, in real time, until the session is over.
import { setTimeout as delay } from 'node:timers/promises';
import { commitmentOf } from '../../src/vision/face/commitment.ts';
import type { Commitment } from '../../src/vision/face/face-wire.ts';
import type { Challenge as WireChallenge, SessionView } from '../../widget/hosted/requests/wire.ts';
import type { Jpeg } from '../../test/support/clips/nets.ts';
import type { Forged, Forger } from './forger.ts';
import type { ForgeTarget, Level } from './forge-target.ts';

export interface Outcome {
  isPassed: boolean;
  /**
   * The reasons for refusals, from the service's log; if there are none, the outcome of the
   * session.
   */
  refusals: readonly string[];
  band: string | undefined;
  seconds: number;
}

/** An age gate that everybody passes, because forging an age is a separate question. */
const GATE = 1;
/** The page's report on a camera; leaving it out would be suspicious. */
const CAMERA = { virtual_label: false, repeated_frames: 0.01, interval_variation: 0.1 };
/** The network delay, in ms, between the last row of a recording and the request that sends it. */
const SENT_AFTER_MS = 50;
/** A cap on the steps of a session, above the number that the service allows. */
const MAX_STEPS = 40;
const WAIT_MS = 250;

/** @throws Error when the service returns an error response */
export async function runSession(
  target: ForgeTarget,
  forger: Forger,
  level: Level,
): Promise<Outcome> {
  const beginMs = performance.now();
  const page = await Page.open(target, level);
  for (let step = 0; step < MAX_STEPS && (await page.answer(forger)); step += 1);
  const { data } = await target.ask(`/verify/v1/result/${page.token}`);
  const refusals = [...new Set(target.refusalsOf(page.objectId))];
  return {
    isPassed: data.verified,
    refusals: data.verified || refusals.length > 0 ? refusals : [data.reason ?? data.status],
    band: data.risk?.band,
    seconds: (performance.now() - beginMs) / 1000,
  };
}

type Sent = Map<number, Jpeg>;

class Page {
  readonly token: string;
  readonly #target: ForgeTarget;
  #id = '';
  readonly #cookies = new Map<string, string>();
  readonly #sent: Record<string, Sent> = {};

  private constructor(target: ForgeTarget, token: string) {
    this.#target = target;
    this.token = token;
  }

  static async open(target: ForgeTarget, level: Level): Promise<Page> {
    const { data } = await target.ask('/verify/v1/init', {
      callback_url: 'https://shop.example/return',
      min_age: GATE,
      ...(level === 'strict' && { accept: { liveness_level: level } }),
    });
    const page = new Page(target, data.token);
    const opened = await page.#post<SessionView>('/v/sessions', { token: data.token });
    page.#id = opened.id;
    await page.#step('consent', { biometric: true });
    return page;
  }

  /** The session's id, as it appears in the service's log. */
  get objectId(): string {
    return Buffer.from(this.#id, 'base64url').toString('hex');
  }

  /**
   * Performs the step that the session is waiting for.
   * @returns false when the session is over
   */
  async answer(forger: Forger): Promise<boolean> {
    const view = await this.#send<SessionView>(`/v/sessions/${this.#id}`, {});
    if (view.reveal) await this.#reveal(view.reveal);
    else if (view.step === 'liveness') await this.#move(forger);
    else if (view.step === 'age' && view.age_nonce !== undefined)
      await this.#showFace(forger, view.age_nonce);
    else if (view.step === 'age') await delay(WAIT_MS);
    else return false;
    return true;
  }

  async #move(forger: Forger): Promise<void> {
    const challenge = await this.#step<WireChallenge>('liveness/challenge', {
      gestures: forger.shows ?? [],
    });
    const beginMs = performance.now();
    const { actions, aside_degrees: asideDegrees, light, nonce = '' } = challenge;
    const forged = await forger.move({ actions, asideDegrees, light });
    const pictures = await this.#commit('liveness', nonce, forged);
    await untilPassed(beginMs, forged.samples.at(-1)?.[0] ?? 0);
    await this.#step('liveness', {
      challenge_id: challenge.challenge_id,
      samples: forged.samples,
      pictures,
      camera: CAMERA,
      ...(forged.lightBegunMs && { light: forged.lightBegunMs }),
    });
  }

  async #showFace(forger: Forger, nonce: string): Promise<void> {
    const beginMs = performance.now();
    const forged = await forger.showFace();
    const pictures = await this.#commit('age', nonce, forged);
    await untilPassed(beginMs, forged.samples.at(-1)?.t ?? 0);
    await this.#step('age', { age_nonce: nonce, samples: forged.samples, pictures });
  }

  async #commit(step: string, nonce: string, { kept }: Forged<unknown>): Promise<Commitment[]> {
    this.#sent[step] = new Map(kept);
    const commitments: Commitment[] = [];
    for (const [t, jpeg] of kept) commitments.push([t, await commitmentOf(nonce, t, jpeg)]);
    return commitments;
  }

  async #reveal({ step, times }: NonNullable<SessionView['reveal']>): Promise<void> {
    const form = new FormData();
    form.set('step', step);
    for (const t of times) {
      const jpeg = this.#sent[step]?.get(t);
      if (jpeg) form.append(String(t), new File([jpeg], 'p.jpg', { type: 'image/jpeg' }));
    }
    await this.#send(`/v/sessions/${this.#id}/pictures`, { method: 'POST', body: form });
  }

  #step<T>(name: string, body: object = {}): Promise<T> {
    return this.#post(`/v/sessions/${this.#id}/${name}`, body);
  }

  #post<T>(path: string, body: object): Promise<T> {
    const headers = { 'Content-Type': 'application/json' };
    return this.#send(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async #send<T>(path: string, init: RequestInit): Promise<T> {
    const headers = new Headers(init.headers);
    headers.set('Sec-Fetch-Site', 'same-origin');
    headers.set('Cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(`${this.#target.origin}${path}`, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
    }
    const { data, error } = (await response.json()) as { data: T; error?: unknown };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(error)}`);
    return data;
  }
}

async function untilPassed(beginMs: number, lastMs: number): Promise<void> {
  await delay(Math.max(0, beginMs + lastMs + SENT_AFTER_MS - performance.now()));
}
