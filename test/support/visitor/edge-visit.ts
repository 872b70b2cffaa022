// A visitor whose pictures are measured at the edge. The visitor keeps pictures, commits to their
// hashes and reveals the pictures that the service requests. A test can change what each picture in
// a step shows.
import { env } from 'cloudflare:workers';
import { type Gesture, isGesture, type PoseSample } from '../../../src/vision/face/challenge.ts';
import type { Commitment } from '../../../src/vision/face/face-wire.ts';
import { KeepCadence } from '../../../src/vision/face/keep-cadence.ts';
import { LIGHT_STEP_MS, type ScreenColour } from '../../../src/vision/face/screen-colours.ts';
import { VALID_INIT, type Reply } from '../customer/api.ts';
import { CAMERA, goTo, reachOf, TestBrowser } from './hosted.ts';
import { serviceWith } from '../installation/service-with.ts';
import { hashOf, ScriptedFace, seeFace, toJpeg, type Seen, withNoise } from './scripted-face.ts';
import { colourAt, lightTimes, seeLight } from './lit-face.ts';
import { makeTenant, type TenantOptions, type TestTenant } from '../customer/tenants.ts';
import { estimates, performActions } from '../clips/trajectories.ts';

/** Returns what a picture taken at this moment shows. */
export type Shown = (at: Row) => Seen;
interface Row {
  t: number;
  yaw: number;
  pitch: number;
  width?: number;
  mouth?: number | undefined;
}
type Jpeg = Uint8Array<ArrayBuffer>;

/** In the age step, the visitor keeps a picture of every n-th frontal sample. */
const KEEP_EVERY = 3;
const FRONTAL_AGES = { ageNet: 41, faceres: 38 };

export const honest: Shown = ({ yaw, pitch, width, mouth }) => ({
  ok: true,
  face: seeFace({ yaw, pitch, width, mouth, ages: FRONTAL_AGES }),
});

/** Pictures and their committed hashes, keyed by the time at which each picture was taken. */
export type Kept = Map<number, { jpeg: Jpeg; hash: string }>;

/** The visitor's screen, which shows the session's colours. */
interface Screen {
  /** The screen's light on the face, relative to all other light. */
  share: number;
  /** The colour order that the pictures show instead of the session's order. */
  replay?: (drawn: readonly ScreenColour[]) => readonly ScreenColour[];
}

/** The number of samples in each pause between movements, enough for three colours. */
const LIT_REST_STEPS = 28;
const FIRST_COLOUR_MS = 500;
const MOVEMENT_STEPS = 18;
const STEP_MS = 80;
const SECOND_COLOUR_MS = (LIT_REST_STEPS + MOVEMENT_STEPS) * STEP_MS + 200;

export class EdgeVisit {
  readonly face: ScriptedFace;
  /** The browser on the device that currently runs the check. */
  browser: TestBrowser;
  readonly token: string;
  readonly #key: string;
  /** Sends a request to the service that measures this visitor's pictures. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Turns a picture into the file that is uploaded, by default with unique noise. */
  develop: (jpeg: Jpeg) => Jpeg = withNoise;
  /**
   * How far the person turns, as a fraction of the full movement.
   * @param moves the number of movement challenges that the person has already answered
   */
  reach: (moves: number) => number = reachOf;
  #moves = 0;
  /** The screen that shows the session's colours; undefined for a check without colours. */
  screen: Screen | undefined;
  /**
   * `gestures` are the gestures that the page offers in addition to turns and nods; `without` are
   * the gestures that the person cannot make.
   */
  gestures: Gesture[] = [];
  without: Gesture[] = [];
  /** The pictures from the last submitted step. */
  kept: Kept = new Map();

  private constructor(
    face: ScriptedFace,
    fetch: (request: Request) => Promise<Response>,
    token: string,
    key: string,
  ) {
    this.face = face;
    this.fetch = fetch;
    this.token = token;
    this.#key = key;
    this.browser = new TestBrowser(undefined, fetch);
  }

  /**
   * Opens a session in mode `auto` and consents.
   * @param options.bind returns bindings to use instead of the usual ones
   */
  static async begin(
    fields: Record<string, unknown> = {},
    {
      tenant,
      customer,
      test = false,
      consent = {},
      way,
      bind = (FACE) => ({ ...env, FACE }),
    }: BeginOptions = {},
  ): Promise<EdgeVisit> {
    const face = new ScriptedFace();
    const fetch = serviceWith(bind(face.binding));
    const { secret, testSecret } = customer ?? (await makeTenant(tenant));
    const key = test ? testSecret : secret;
    const response = await fetch(
      new Request('http://localhost:8787/verify/v1/init', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
        body: JSON.stringify({ ...VALID_INIT, ...fields }),
      }),
    );
    const { data } = await response.json<{ data: { token: string } }>();
    const visit = new EdgeVisit(face, fetch, data.token, key);
    const opened = await visit.browser.open(data.token);
    const chosen = way === undefined ? opened : await visit.browser.step('way', { way });
    const { scopes } = chosen.body.data?.privacy ?? {};
    await visit.browser.step('consent', { biometric: true, scopes, ...consent });
    return visit;
  }

  /**
   * Opens a check that a test has already started, such as a face sign-in, and consents. If the
   * check has a cookie, the browser sends it.
   */
  static async at(begun: BegunCheck, { face, bind = (FACE) => ({ ...env, FACE }) }: AtOptions) {
    const fetch = serviceWith(bind(face.binding));
    const visit = new EdgeVisit(face, fetch, begun.verifyUrl.split('/').at(-1) ?? '', '');
    if (begun.cookie === undefined) await visit.browser.open(visit.token);
    else await visit.browser.openOwn({ ...begun, cookie: begun.cookie });
    const { data } = (await visit.browser.view()).body;
    await visit.browser.step('consent', { biometric: true, ...data.privacy });
    return visit;
  }

  /**
   * Answers a movement challenge.
   * @param shown what each kept picture shows
   * @param change modifies the submission
   */
  async move(shown: Shown = honest, change: (body: Body) => Body = (body) => body): Promise<Reply> {
    const { screen, gestures, without } = this;
    const { data } = (await this.browser.step('liveness/challenge', { gestures, without })).body;
    const samples = performActions(data.actions, {
      reach: this.reach(this.#moves++),
      ...(screen && { restSteps: LIT_REST_STEPS }),
    });
    const rows = samples.map(([t, yaw, pitch, , , , width, mouth]: PoseSample) => ({
      t,
      yaw,
      pitch,
      width,
      mouth,
    }));
    const light =
      screen && lightTimes(FIRST_COLOUR_MS, SECOND_COLOUR_MS).slice(0, data.light.length);
    const lit: Shown = (at) => {
      const seen = shown(at);
      if (!screen || !light || !seen.ok) return seen;
      const order = screen.replay?.(data.light) ?? data.light;
      const colour = colourAt(at.t, order, light);
      return { ok: true, face: { ...seen.face, light: seeLight(colour, screen.share) } };
    };
    const isLit = (t: number): boolean =>
      light?.some((beginMs: number) => beginMs <= t && t < beginMs + LIGHT_STEP_MS) ?? false;
    const cadence = new KeepCadence(data.actions.filter(isGesture));
    const keptRows = rows.filter((_, index) => {
      const sample = samples[index];
      return sample !== undefined && cadence.wants(sample, isLit(sample[0]));
    });
    const pictures = await this.#keep(data.nonce, keptRows, lit);
    goTo((samples.at(-1)?.[0] ?? 0) + 50);
    return this.browser.step(
      'liveness',
      change({
        challenge_id: data.challenge_id,
        samples,
        pictures,
        camera: CAMERA,
        ...(light && { light }),
      }),
    );
  }

  /**
   * Submits 24 samples for the current age step.
   * @param stepMs the time between consecutive samples
   */
  async estimate(
    shown: Shown = honest,
    change: (body: Body) => Body = (body) => body,
    stepMs = 30,
  ): Promise<Reply> {
    const { data } = await this.browser.view().then(({ body }) => body);
    const samples = estimates(40, { count: 24, stepMs }).map(({ age: _age, ...row }) => row);
    const keptRows = samples.filter((_, index) => index % KEEP_EVERY === 0);
    const pictures = await this.#keep(data.age_nonce, keptRows, shown);
    goTo((samples.at(-1)?.t ?? 0) + 50);
    return this.browser.step('age', change({ age_nonce: data.age_nonce, samples, pictures }));
  }

  /**
   * Sends the pictures that the service has requested.
   * @param kept the pictures to choose from; by default the pictures of the last step
   */
  async reveal(kept: Kept = this.kept): Promise<Reply> {
    const { body } = await this.browser.view();
    const { reveal } = body.data;
    if (reveal === undefined) throw new Error(`No picture is due: ${JSON.stringify(body)}`);
    return this.send(
      reveal.step,
      reveal.times.map((t: number) => [String(t), kept.get(t)?.jpeg ?? toJpeg(honestAt(t))]),
    );
  }

  async send(step: string, parts: readonly (readonly [string, Jpeg])[]): Promise<Reply> {
    const form = new FormData();
    form.set('step', step);
    for (const [name, jpeg] of parts) form.append(name, toFile(jpeg));
    return this.browser.send('pictures', form);
  }

  /**
   * Makes the visitor's screen show the session's colours, by default in a room with the usual
   * light.
   */
  light(screen: Partial<Screen> = {}): this {
    this.screen = { share: 0.15, ...screen };
    return this;
  }

  /**
   * Hands the check off to a phone, which consents and then waits for the movements.
   * @param consent fields that the phone's page sends in addition to the usual ones
   */
  async changeDevice(consent: object = {}): Promise<void> {
    const { data } = (await this.browser.step('handoff')).body;
    const phone = new TestBrowser(undefined, this.fetch);
    const joined = await phone.post('/v/handoffs', { token: data.url.split('/v/')[1] });
    phone.sessionId = joined.body.data.id;
    await phone.step('handoff/confirm', { code: data.code });
    const { notice, scopes } = joined.body.data.privacy;
    await phone.step('consent', { biometric: true, notice, scopes, ...consent });
    this.browser = phone;
  }

  /**
   * Completes the check after consent, from the movements to the verdict.
   * @param shown what each picture shows; by default an honest face
   */
  async pass(shown?: Shown): Promise<Reply> {
    await this.move(shown);
    await this.reveal();
    await this.estimate(shown);
    return this.reveal();
  }

  async result(): Promise<any> {
    return (await this.ask(`/verify/v1/result/${this.token}`)).data;
  }

  /** Sends a GET request to a path as the customer's backend. */
  async ask(path: string): Promise<{ data: any }> {
    return (await this.read(path, { 'X-API-Key': this.#key })).json();
  }

  async read(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(new Request(`http://localhost:8787${path}`, { headers }));
  }

  /** Posts to a path as the customer's backend, with one of the customer's keys. */
  async post(path: string, key: string): Promise<{ data: any }> {
    const init = { method: 'POST', headers: { 'X-API-Key': key } };
    return (await this.fetch(new Request(`http://localhost:8787${path}`, init))).json();
  }

  /** Erases the data of this visit's finished session, as the customer's backend. */
  async erase(): Promise<Response> {
    const url = `http://localhost:8787/api/v1/sessions/${this.token}/data`;
    return this.fetch(new Request(url, { method: 'DELETE', headers: { 'X-API-Key': this.#key } }));
  }

  /** Returns the committed hashes of the last step's pictures that were taken at these times. */
  hashesOf(times: readonly number[]): string[] {
    return times.map((t) => this.kept.get(t)?.hash ?? '');
  }

  async #keep(nonce: string, rows: readonly Row[], shown: Shown): Promise<Commitment[]> {
    this.kept = new Map();
    for (const row of rows) {
      const jpeg = this.develop(toJpeg(shown(row)));
      this.kept.set(row.t, { jpeg, hash: await hashOf(nonce, row.t, jpeg) });
    }
    return [...this.kept].map(([t, { hash }]): Commitment => [t, hash]);
  }
}

interface BegunCheck {
  verifyUrl: string;
  sessionId: string;
  cookie?: string;
}

interface AtOptions extends Pick<BeginOptions, 'bind'> {
  face: ScriptedFace;
}

interface BeginOptions {
  /** The method that the visitor chooses before consenting. */
  way?: 'face' | 'document';
  /** Options for creating a new customer. */
  tenant?: TenantOptions;
  /** An existing customer, used instead of a new one. */
  customer?: TestTenant;
  test?: boolean;
  /** Fields that the page sends with the consent in addition to the usual ones. */
  consent?: object;
  /** Returns the service's bindings, with the given face Worker. */
  bind?: (face: Fetcher) => Env;
}

interface Body {
  samples: any[];
  pictures: Commitment[];
  [name: string]: unknown;
}

const honestAt = (t: number): Seen => honest({ t, yaw: 0, pitch: 0 });

export const toFile = (jpeg: Jpeg, type = 'image/jpeg'): File =>
  new File([jpeg], 'p.jpg', { type });

/** Like `honest`, except that the face looks eight years old. */
export const looksEight: typeof honest = (at) => {
  const seen = honest(at);
  if (seen.ok) seen.face.ages = { ageNet: 8, faceres: 8 };
  return seen;
};
