// A complete check with the real nets. It applies the service's rules as a session's object does:
// it issues the challenge, receives samples and commitments, draws pictures to be revealed, and
// measures and judges them. Randomness comes from a seed, and time is simulated.
import { createHash } from 'node:crypto';
import type { AgeSample } from '../../../src/vision/face/age-evidence.ts';
import type { Action, Gesture, Move, PoseSample } from '../../../src/vision/face/challenge.ts';
import { commitmentOf } from '../../../src/vision/face/commitment.ts';
import {
  REVEAL_MS,
  type Commitment,
  type RevealedPicture,
  type RevealStep,
} from '../../../src/vision/face/face-wire.ts';
import type { ScreenColour } from '../../../src/vision/face/screen-colours.ts';
import { submitAge } from '../../../src/domain/verification/rules/age/age.ts';
import type { Evidence } from '../../../src/domain/verification/rules/evidence/judge-pictures.ts';
import { takePictures, nameOf } from '../../../src/domain/verification/rules/evidence/reveal.ts';
import { concludePictures } from '../../../src/domain/verification/rules/evidence/conclude-pictures.ts';
import type { BentRefused } from '../../../src/domain/verification/rules/evidence/bent-outcome.ts';
import { timesToScore } from '../../../src/domain/verification/rules/evidence/bent-pictures.ts';
import { describing } from '../../../src/domain/verification/rules/evidence/demand.ts';
import { drawLightOrder } from '../../../src/domain/verification/rules/evidence/light-order.ts';
import {
  type KnownPicture,
  refusalOf,
} from '../../../src/domain/verification/rules/evidence/prints.ts';
import { apply, documentNeed } from '../../../src/domain/verification/rules/session/machine.ts';
import {
  asideDegreesOf,
  drawMoves,
} from '../../../src/domain/verification/rules/liveness/gestures.ts';
import {
  requestChallenge,
  submitLiveness,
} from '../../../src/domain/verification/rules/liveness/liveness.ts';

import { atTime } from '../../../src/domain/verification/rules/session/at-time.ts';
import {
  newRecord,
  type SessionRecord,
} from '../../../src/domain/verification/rules/session/session.ts';
import type { LivenessDifficulty } from '../../../src/domain/verification/rules/liveness/liveness-state.ts';
import { giveConsent } from '../../../src/domain/verification/rules/session/steps.ts';
import type { Clip } from './film.ts';
import { clipNets, type Jpeg } from './nets.ts';
import { below, seeded, type Random } from './random.ts';

/** What an actor sends for a step, and what it reveals afterwards. */
export interface Answer<Row> extends Clip<Row> {
  /** Commitments to send instead of the commitments to the kept pictures. */
  commitments?: readonly Commitment[];
  /** Pictures to reveal instead of the kept pictures. */
  revealed?: ReadonlyMap<number, Jpeg>;
  /** The time between the reveal request and the arrival of the pictures. */
  delayMs?: number;
  /**
   * The times at which the page claims to have begun to show each colour; absent if it showed none.
   */
  lightBegunMs?: readonly number[];
  /**
   * Whether the pictures are created only when they are requested. Their commitments are then
   * placeholders.
   */
  isLazy?: boolean;
}

/** Anyone who responds to a check. */
export interface Actor {
  /** The gestures that the actor can make. */
  shows?: readonly Gesture[] | undefined;
  move(
    actions: readonly Action[],
    nonce: string,
    light: readonly ScreenColour[],
    asideDegrees?: number,
  ): Promise<Answer<PoseSample>>;
  showFace(nonce: string): Promise<Answer<AgeSample>>;
}

interface CheckOptions {
  difficulty?: LivenessDifficulty;
  gate?: number;
  marginYears?: number;
  /** The movements to request in every attempt. By default they are drawn at random. */
  actions?: readonly Move[];
  /** Whether the site requires the light challenge. */
  isStrict?: boolean;
  /** The sessions that refuse pictures that look bent, as puppets' do. Default: none. */
  bentRefused?: BentRefused;
  /** The pictures that were shown in earlier checks for the same customer. */
  ledger?: Ledger;
}

/**
 * Maps a picture's hash to where the picture was first shown: the session, and a place that
 * consists of the nonce and the picture's time.
 */
export type Ledger = Map<string, { session: string; place: string }>;

/** The camera statistics that every page reports. */
const CAMERA = { virtualLabel: false, repeatedFrames: 0.01, intervalVariation: 0.1 };

const STRICT = {
  methods: ['face' as const],
  minAssurance: 'edge' as const,
  livenessLevel: 'strict' as const,
};
const MINUTE_MS = 60_000;
const LIFETIME_MS = 60_000;
/** The time from the last row to its arrival at the service. */
const NETWORK_MS = 100;

/**
 * Runs a check until its session ends, through all attempts that the session grants.
 * @returns the final record
 */
export async function runCheck(
  actor: Actor,
  seed: number,
  options: CheckOptions = {},
): Promise<SessionRecord> {
  const check = new Check(seed, options);
  while (check.record.state.status === 'in_progress') await check.attempt(actor);
  return check.record;
}

class Check {
  record: SessionRecord;
  #nowMs = 0;
  #evidence: Evidence | undefined;
  readonly #random: Random;
  readonly #ledger: Ledger;
  readonly #bentRefused: BentRefused;
  readonly #session: string;
  readonly #actions: readonly Move[] | undefined;

  constructor(
    seed: number,
    {
      difficulty = 'medium',
      gate = 18,
      marginYears = 7,
      actions,
      isStrict = false,
      bentRefused = 'none',
      ledger = new Map(),
    }: CheckOptions,
  ) {
    this.#random = seeded(seed);
    this.#ledger = ledger;
    this.#bentRefused = bentRefused;
    this.#session = this.#name();
    this.#actions = actions;
    const record = newRecord('0'.repeat(64), {
      test: false,
      tenant: { id: 'ten_1', name: 'Shop', ageMarginYears: marginYears, retentionDays: 30 },
      request: {
        callbackUrl: 'https://shop.example/return',
        gate,
        purpose: 'age_verification',
        mode: 'auto',
        difficulty,
        theme: 'system',
        ...(isStrict && { accept: STRICT }),
      },
      asked: { mode: 'auto' },
      offer: { measured: 'edge', serviceMarginYears: 0 },
      chain: {},
      secrets: { initHash: 'link', resultHash: 'result' },
      visitor: {},
      times: {
        createdAtMs: 0,
        initExpiresAtMs: 10 * MINUTE_MS,
        expiresAtMs: 15 * MINUTE_MS,
      },
    });
    const opened = must(apply(record, { type: 'open' }, 0));
    this.record = must(giveConsent(opened, {}, 'document', 0));
  }

  /** Makes one attempt at the session's current step. */
  async attempt(actor: Actor): Promise<void> {
    const { state } = this.record;
    const isMoving = state.status === 'in_progress' && state.step === 'liveness';
    const answer = await (isMoving ? this.#move(actor) : this.#showFace(actor));
    this.#letPass(this.record.current.reveal ? (answer.delayMs ?? NETWORK_MS) : 0);
    // After a picture without a face, different pictures may be drawn, so this is a loop.
    while (this.record.current.reveal !== undefined)
      await this.#reveal(this.record.current.reveal.step, answer);
  }

  async #move(actor: Actor): Promise<Answer<PoseSample>> {
    const drawn = drawMoves(this.record, actor.shows ?? [], below(this.#random));
    const actions = [...(this.#actions ?? drawn)];
    const [id, nonce] = [this.#name(), this.#name()];
    const light = drawLightOrder(below(this.#random));
    const times = { issuedAtMs: this.#nowMs, lifetimeMs: LIFETIME_MS };
    const aside = asideDegreesOf(this.record);
    const challenge = { id, nonce, actions, ...aside, light, ...times };
    this.record = must(requestChallenge(this.record, challenge));
    // No gestures are requested from an actor that can make none.
    const answer = await actor.move(actions as Action[], nonce, light, aside.asideDegrees);
    this.#nowMs += (answer.samples.at(-1)?.[0] ?? 0) + NETWORK_MS;
    const pictures = await commitmentsOf(answer, nonce);
    const { samples, lightBegunMs } = answer;
    const report = { signals: CAMERA, lightBegunMs };
    const submission = { challengeId: id, samples, pictures, ...report };
    const fresh = { randomBelow: below(this.#random), nextNonce: this.#name() };
    this.record = must(submitLiveness(this.record, submission, fresh, this.#nowMs));
    return answer;
  }

  async #showFace(actor: Actor): Promise<Answer<AgeSample>> {
    const nonce = must(this.record.current.frontal).nonce;
    const answer = await actor.showFace(nonce);
    this.#nowMs += (answer.samples.at(-1)?.t ?? 0) + NETWORK_MS;
    const pictures = await commitmentsOf(answer, nonce);
    const submission = { nonce, samples: answer.samples, pictures };
    const fresh = { randomBelow: below(this.#random), nextNonce: this.#name() };
    this.record = must(submitAge(this.record, submission, fresh, this.#nowMs));
    return answer;
  }

  /**
   * Receives the revealed pictures, has them measured, and judges the step, as the service does in
   * reveal-pictures.ts.
   */
  async #reveal(
    step: RevealStep,
    { kept, revealed = kept, isLazy = false }: Answer<unknown>,
  ): Promise<void> {
    const isComplete = this.record.current.reveal?.pictures.every(({ t }) => revealed.has(t));
    if (isComplete !== true) return this.#letPass(REVEAL_MS);
    const { face } = await clipNets();
    const taken = must(takePictures(this.record, step, this.#nowMs));
    const reveal = must(taken.current.reveal);
    const { nonce, pictures: drawn } = reveal;
    const scored = timesToScore(drawn);
    const pictures: RevealedPicture[] = [];
    for (const { t, hash, role } of drawn) {
      const jpeg = revealed.get(t);
      if (jpeg === undefined) continue;
      const own = isLazy ? await commitmentOf(nonce, t, jpeg) : hash;
      pictures.push({
        t,
        hash: own,
        jpeg,
        ...describing({ role }, documentNeed(taken) !== undefined),
        isBentScored: scored.has(t),
      });
    }
    const measured = await face.measure({ step, nonce, pictures });
    const shownBefore = this.#findShownBefore(nonce, pictures);
    const bentRefused = this.#bentRefused;
    const found = { ...measured, ...(shownBefore && { shownBefore }) };
    const upload = { step, ...nameOf(reveal), ...found, bentRefused };
    const after = must(concludePictures(taken, this.#evidence, upload, this.#nowMs));
    this.#evidence = after.evidence ?? this.#evidence;
    this.record = after.record;
  }

  /** Finds pictures that have been shown before, as objects/picture-ledger.ts does. */
  #findShownBefore(nonce: string, pictures: readonly RevealedPicture[]) {
    const known = pictures.flatMap(({ t, jpeg }): KnownPicture[] => {
      const print = createHash('sha256').update(jpeg).digest('hex');
      const shown = { session: this.#session, place: `${nonce} ${t}` };
      const before = this.#ledger.get(print) ?? shown;
      this.#ledger.set(print, before);
      if (before.session !== shown.session) return ['other_session'];
      return before.place === shown.place ? [] : ['same_session'];
    });
    return refusalOf(known);
  }

  #letPass(ms: number): void {
    this.#nowMs += ms;
    this.record = atTime(this.record, this.#nowMs);
  }

  #name(): string {
    return Array.from({ length: 22 }, () => below(this.#random)(36).toString(36)).join('');
  }
}

async function commitmentsOf(
  { kept, commitments, isLazy = false }: Answer<unknown>,
  nonce: string,
): Promise<readonly Commitment[]> {
  if (commitments !== undefined) return commitments;
  if (isLazy) return [...kept.keys()].map((t): Commitment => [t, 'made when it is asked for']);
  return Promise.all(
    [...kept].map(async ([t, jpeg]): Promise<Commitment> => [
      t,
      await commitmentOf(nonce, t, jpeg),
    ]),
  );
}

/** @throws Error if a rule rejects the step because the session is not at that step */
function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The session was not at that step.');
  return value;
}
