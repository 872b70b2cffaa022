// Sends the requests of a check as the hosted page would. Each picture is scripted: its file states
// the face that it shows. Instead of waiting as a person would, it advances the service's clock.
import { isGesture, type PoseSample } from '../../src/vision/face/challenge.ts';
import { commitmentOf } from '../../src/vision/face/commitment.ts';
import type { Commitment } from '../../src/vision/face/face-wire.ts';
import { KeepCadence } from '../../src/vision/face/keep-cadence.ts';
import { estimates, performActions } from '../../test/support/clips/trajectories.ts';
import { seeFace, toJpeg, withNoise } from '../../test/support/visitor/scripted-face.ts';
import type { Challenge, SessionView } from '../../widget/hosted/requests/wire.ts';
import type { MeteredService } from './metered-service.ts';

/**
 * How long a person takes, in ms, to read the welcome page, to allow the camera, and to get ready.
 */
const READING_MS = 5_000;
const CAMERA_MS = 3_000;
const READY_MS = 2_000;
/**
 * The delay, in ms, between the last row of a recording and the request that sends the recording.
 */
const SENT_AFTER_MS = 50;
const CAMERA = { virtual_label: false, repeated_frames: 0.01, interval_variation: 0.1 };
/** The age step keeps one picture per this many samples. */
const KEEP_EVERY = 3;

/**
 * The number of movements so far. It varies how far the head moves, because nobody moves in the
 * same way twice and the service detects a repeated curve.
 */
let moved = 0;
const nextReach = (): number => 0.8 + 0.05 * (moved++ % 8);

type Jpeg = Uint8Array<ArrayBuffer>;
type Row = { t: number; yaw: number; pitch: number; width?: number; mouth?: number };

export class PageVisit {
  readonly #service: MeteredService;
  readonly #key: string;
  readonly token: string;
  #id = '';
  readonly #cookies = new Map<string, string>();
  #kept = new Map<number, Jpeg>();

  private constructor(service: MeteredService, key: string, token: string) {
    this.#service = service;
    this.#key = key;
    this.token = token;
  }

  /** Creates a check as the customer's backend would, and opens its page as the visitor would. */
  static async open(service: MeteredService, key: string, fields: object): Promise<PageVisit> {
    const wish = { callback_url: 'https://shop.example/return', min_age: 18, ...fields };
    const response = await fetch(`${service.agate.origin}/verify/v1/init`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
      body: JSON.stringify(wish),
    });
    if (!response.ok) throw new Error(`init: ${response.status} ${await response.text()}`);
    const { data } = (await response.json()) as { data: { token: string } };
    const visit = new PageVisit(service, key, data.token);
    await visit.#open();
    return visit;
  }

  async #open(): Promise<void> {
    const page = await fetch(`${this.#service.agate.origin}/v/${this.token}`);
    if (!page.ok) throw new Error(`The page: ${page.status}`);
    const view = await this.#post<SessionView>('/v/sessions', { token: this.token });
    this.#id = view.id;
  }

  /**
   * Asks, as the hosted page does, whether an account could be used to pass the check. Then acts
   * as the visitor: reads the welcome page, consents and allows the camera.
   */
  async consent(): Promise<void> {
    await this.#send(this.#path('account'), {});
    await this.#service.meter.forward(READING_MS);
    const { privacy } = await this.view();
    await this.step('consent', { biometric: true, scopes: privacy.scopes });
    await this.#service.meter.forward(CAMERA_MS);
    await this.step('camera');
  }

  /** Makes the movements, which the service measures at the edge. */
  async move(): Promise<void> {
    const { samples, challenge } = await this.#perform();
    const cadence = new KeepCadence(challenge.actions.filter(isGesture));
    const kept = samples.filter((sample) => cadence.wants(sample, false));
    const rows = kept.map(([t, yaw, pitch, , , , width, mouth]: PoseSample) => ({
      t,
      yaw,
      pitch,
      ...(width !== undefined && { width }),
      ...(mouth !== undefined && { mouth }),
    }));
    const pictures = await this.#keep(challenge.nonce ?? '', rows);
    const view = await this.step('liveness', {
      challenge_id: challenge.challenge_id,
      samples,
      pictures,
      camera: CAMERA,
    });
    await this.#reveal(view);
  }

  /** Sends the age step, which the service measures at the edge. */
  async estimate(): Promise<SessionView> {
    const { age_nonce: nonce = '' } = await this.view();
    const samples = estimates(40, { count: 24, stepMs: 30 }).map(({ age: _age, ...row }) => row);
    const rows = samples.filter((_, index) => index % KEEP_EVERY === 0);
    const pictures = await this.#keep(nonce, rows);
    await this.#service.meter.forward((samples.at(-1)?.t ?? 0) + SENT_AFTER_MS);
    return this.#reveal(await this.step('age', { age_nonce: nonce, samples, pictures }));
  }

  /** Sends the movements and the age estimate, both measured on the device. */
  async passOnDevice(): Promise<SessionView> {
    const { samples, challenge } = await this.#perform();
    const { challenge_id } = challenge;
    const view = await this.step('liveness', { challenge_id, samples, camera: CAMERA });
    const shown = estimates(40, { count: 24, stepMs: 100 });
    await this.#service.meter.forward((shown.at(-1)?.t ?? 0) + SENT_AFTER_MS);
    return this.step('age', { age_nonce: view.age_nonce, samples: shown });
  }

  /**
   * Reads the result as the customer's backend does.
   * @throws Error when the visitor did not pass
   */
  async expectPassed(): Promise<void> {
    const response = await fetch(`${this.#service.agate.origin}/verify/v1/result/${this.token}`, {
      headers: { 'X-API-Key': this.#key },
    });
    const { data } = (await response.json()) as { data?: { status: string } };
    if (data?.status !== 'success') throw new Error(`It did not pass: ${JSON.stringify(data)}`);
  }

  view(): Promise<SessionView> {
    return this.#send(this.#path(), {});
  }

  step<T = SessionView>(name: string, body: object = {}): Promise<T> {
    return this.#post(this.#path(name), body);
  }

  async upload(name: string, form: FormData): Promise<SessionView> {
    return this.#send(this.#path(name), { method: 'POST', body: form });
  }

  /** The cookies to send with requests whose response is not a session view. */
  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get id(): string {
    return this.#id;
  }

  async #perform(): Promise<{ samples: PoseSample[]; challenge: Challenge }> {
    await this.#service.meter.forward(READY_MS);
    const challenge = await this.step<Challenge>('liveness/challenge', {
      gestures: [],
      without: [],
    });
    const samples = performActions(challenge.actions, { reach: nextReach() });
    await this.#service.meter.forward((samples.at(-1)?.[0] ?? 0) + SENT_AFTER_MS);
    return { samples, challenge };
  }

  async #keep(nonce: string, rows: readonly Row[]): Promise<Commitment[]> {
    this.#kept = new Map();
    const commitments: Commitment[] = [];
    for (const { t, yaw, pitch, width, mouth } of rows) {
      const face = seeFace({ yaw, pitch, width, mouth, ages: { ageNet: 41, faceres: 38 } });
      const jpeg = withNoise(toJpeg({ ok: true, face }));
      this.#kept.set(t, jpeg);
      commitments.push([t, await commitmentOf(nonce, t, jpeg)]);
    }
    return commitments;
  }

  async #reveal({ reveal, ...view }: SessionView): Promise<SessionView> {
    if (reveal === undefined) throw new Error(`No picture is due: ${JSON.stringify(view)}`);
    const form = new FormData();
    form.set('step', reveal.step);
    for (const t of reveal.times) {
      const jpeg = this.#kept.get(t);
      if (jpeg) form.append(String(t), new File([jpeg], 'p.jpg', { type: 'image/jpeg' }));
    }
    return this.upload('pictures', form);
  }

  #path(name?: string): string {
    return `/v/sessions/${this.#id}${name === undefined ? '' : `/${name}`}`;
  }

  #post<T>(path: string, body: object): Promise<T> {
    const headers = { 'Content-Type': 'application/json' };
    return this.#send(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async #send<T>(path: string, init: RequestInit): Promise<T> {
    const headers = new Headers(init.headers);
    headers.set('Sec-Fetch-Site', 'same-origin');
    headers.set('Cookie', this.cookies);
    const response = await fetch(`${this.#service.agate.origin}${path}`, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
    }
    const { data, error } = (await response.json()) as { data: T; error?: unknown };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(error)}`);
    return data;
  }
}
