// How a session's object handles proofs that are used instead of the camera. For a wallet (D-151),
// it stores one offer, accepts one answer to that offer, and checks whether the credential is a
// copy before it decides.
import { isKeptOnce } from '../../wallet/conclude.ts';
import type { ProofRule } from '../../domain/terms/age-proof.ts';
import type { PassKind } from '../../domain/platform/age-passes/pass-key.ts';
import * as keys from '../../domain/verification/rules/key/key-step.ts';
import * as passes from '../../domain/verification/rules/pass/pass-step.ts';
import { refusalOf } from '../../domain/verification/rules/wallet/last-rows.ts';
import * as wallet from '../../domain/verification/rules/wallet/wallet-step.ts';
import type { WalletFindings } from '../../domain/verification/rules/wallet/wallet-step.ts';
import type { OpenWalletOffer } from '../../domain/verification/rules/wallet/wallet-state.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import { eventsOfChange } from '../../domain/verification/rules/session/result.ts';
import { activeDevice } from '../../domain/verification/rules/handoff/handoff.ts';
import { RESIDENCIES, residencyOf } from '../../domain/terms/residency.ts';
import { residing, runsLocally, type Resided } from '../residence.ts';
import type { ShownCredentials } from '../shown-credentials.ts';
import { logIncident } from '../../log.ts';
import type { SeenSession, SessionAccess } from './access.ts';
import { accept, refuse, type Answer } from './answer.ts';
import type { SessionStorage } from './storage.ts';

type Seen = Promise<Answer<SeenSession>>;
type Rule = (record: SessionRecord, nowMs: number) => SessionRecord | undefined;

/**
 * The sender of an answer: the page's browser, or a wallet that posts to the offer's own address.
 * Each is identified by the hash of a secret.
 */
export type WalletCaller = { browserHash: string } | { linkHash: string };

/** Calls to a session about a wallet. */
type WalletCall =
  | { act: 'offer'; browserHash: string; opened: OpenWalletOffer }
  | { act: 'leave'; browserHash: string }
  /** The returned record contains the answered offer, which accepts no further answers. */
  | { act: 'answer'; by: WalletCaller }
  | { act: 'postpone'; by: WalletCaller; nonce: string }
  /** `session`: keyed hash of this session's id, for the ledger of presented credentials. */
  | { act: 'conclude'; by: WalletCaller; found: WalletFindings; session: string }
  | { act: 'return'; browserHash: string; codeHash: string };

/**
 * The caller that presents a pass: the page's browser, or the window that it opened. Each is
 * identified by the hash of a secret.
 */
export type PassCaller = { browserHash: string } | { windowHash: string };

/** Calls to a session about age passes. */
type PassCall =
  /**
   * `windowHash`: hash of the window's secret. `policy`: the minimum that the service itself
   * requires of a proof.
   */
  | { act: 'open_pass_window'; browserHash: string; windowHash: string; policy: ProofRule }
  /** Reads the session without changing it. */
  | { act: 'see_for_passes'; by: PassCaller }
  /** Records that a pass is presented. The number of passes presented per minute is limited. */
  | { act: 'show_pass'; by: PassCaller }
  /** `pass`: the kind of a pass that was verified and redeemed for this session. */
  | { act: 'answer_by_pass'; by: PassCaller; pass: PassKind }
  /** `bodyHash`: the hash of the blinded requests. */
  | { act: 'give_passes'; by: PassCaller; bodyHash: string };

/** Calls to a session about age keys. */
type KeyCall =
  | { act: 'ask_key'; browserHash: string; drawn: keys.DrawnChallenge; policy: ProofRule }
  /** `made`: the new key, already verified. */
  | { act: 'make_key'; browserHash: string; made: keys.MadeKey; policy: ProofRule }
  /** Records that a key is presented. The number of keys presented per minute is limited. */
  | { act: 'show_key' | 'show_key_to_forget'; browserHash: string; challengeHash: string }
  /** `key`: the key, already verified, with this use counted. */
  | { act: 'answer_by_key'; browserHash: string; key: keys.UsedKey };

export type ProofCall = WalletCall | PassCall | KeyCall;

const linkHashOf = (by: WalletCaller): string | undefined =>
  'linkHash' in by ? by.linkHash : undefined;

function openWindow(
  record: SessionRecord,
  { policy, windowHash }: { policy: ProofRule; windowHash: string },
): SessionRecord | undefined {
  const given = passes.passesOf(record, policy) ?? keys.refillOf(record);
  return passes.openPassWindow(record, windowHash, given !== undefined);
}

const isOf = (
  { current, steps }: SessionRecord,
  caller: { linkHash: string } | { windowHash: string },
): boolean =>
  'linkHash' in caller
    ? current.wallet?.linkHash === caller.linkHash
    : steps.pass?.windowHash === caller.windowHash;

/**
 * The number of leading hex digits of a device key's hash that select its ledger: 256 ledgers for
 * each mode and jurisdiction.
 */
const LEDGER_DIGITS = 2;

export class Proofs {
  readonly #storage: SessionStorage;
  readonly #access: SessionAccess;
  readonly #ledgers: Resided<ShownCredentials>;

  constructor(storage: SessionStorage, access: SessionAccess, env: Pick<Env, 'SHOWN_CREDENTIALS'>) {
    this.#storage = storage;
    this.#access = access;
    this.#ledgers = residing(env.SHOWN_CREDENTIALS, runsLocally(env));
  }

  async take(call: ProofCall): Seen {
    switch (call.act) {
      case 'offer':
        return this.#access.change(call.browserHash, (record, nowMs) =>
          wallet.offerWallet(record, call.opened, nowMs),
        );
      case 'leave':
        return this.#access.change(call.browserHash, wallet.leaveWallet);
      case 'answer':
        return this.#change(call.by, (record, nowMs) =>
          wallet.takeWalletAnswer(record, linkHashOf(call.by), nowMs),
        );
      case 'postpone':
        return this.#change(call.by, (record) => wallet.postponeWalletAnswer(record, call.nonce));
      case 'conclude':
        return this.#conclude(call);
      case 'open_pass_window':
        return this.#access.change(call.browserHash, (record) => openWindow(record, call));
      case 'see_for_passes':
        return 'browserHash' in call.by
          ? this.#access.see(call.by.browserHash, Date.now())
          : this.#change(call.by, (record) => record);
      case 'show_pass':
        return this.#change(call.by, passes.showPass);
      case 'answer_by_pass':
        return this.#change(call.by, (record, nowMs) =>
          passes.answerByPass(record, call.pass, nowMs),
        );
      case 'give_passes':
        return this.#changeFromAny(call.by, (record, nowMs) =>
          passes.givePasses(record, call.bodyHash, nowMs),
        );
      case 'ask_key':
        return this.#access.changeFromAny(call.browserHash, (record, nowMs) =>
          keys.askKey(record, call.drawn, call.policy, nowMs),
        );
      case 'make_key':
        return this.#access.changeFromAny(call.browserHash, (record, nowMs) =>
          keys.makeKey(record, call.made, call.policy, nowMs),
        );
      case 'show_key':
        return this.#access.change(call.browserHash, (record, nowMs) =>
          keys.showKey(record, call.challengeHash, nowMs),
        );
      case 'show_key_to_forget':
        return this.#access.changeFromAny(call.browserHash, (record, nowMs) =>
          keys.showKeyToForget(record, call.challengeHash, nowMs),
        );
      case 'answer_by_key':
        return this.#access.change(call.browserHash, (record, nowMs) =>
          keys.answerByKey(record, call.key, nowMs),
        );
      case 'return':
        return this.#access.change(call.browserHash, (record, nowMs) =>
          wallet.returnFromWallet(record, call.codeHash, nowMs),
        );
    }
  }

  async #conclude({ by, found, session }: Extract<WalletCall, { act: 'conclude' }>): Seen {
    const wasShown = await this.#wasShown(found, session);
    const before = this.#storage.read(Date.now());
    const concluded = await this.#change(by, (record, nowMs) =>
      wallet.concludeWallet(record, found, wasShown, nowMs),
    );
    if (concluded.ok) logRefusal(before, found, wasShown);
    return concluded;
  }

  /** Applies a change by any of the session's devices, even the inactive one. */
  #changeFromAny(caller: PassCaller, rule: Rule): Seen {
    return 'browserHash' in caller
      ? this.#access.changeFromAny(caller.browserHash, rule)
      : this.#change(caller, rule);
  }

  async #change(caller: WalletCaller | PassCaller, rule: Rule): Seen {
    if ('browserHash' in caller) return this.#access.change(caller.browserHash, rule);
    const nowMs = Date.now();
    const record = this.#storage.read(nowMs);
    const isTheirs = record !== undefined && isOf(record, caller);
    if (!isTheirs && 'windowHash' in caller) return refuse('not_found');
    const next = isTheirs ? rule(record, nowMs) : undefined;
    if (record === undefined || next === undefined) return refuse('conflict');
    if (next === record) return accept({ record, device: activeDevice(record) });
    const kept = await this.#storage.save(next, ...eventsOfChange(record, next));
    return accept({ record: kept, device: activeDevice(kept) });
  }

  /**
   * Asks the ledgers whether the credential was presented before, but only for an answer that would
   * otherwise pass. A session without a required residency records the credential in every
   * jurisdiction, so that sessions anywhere recognise a copy; a session with a required residency
   * records it only in that jurisdiction, so that no data leaves it (D-172).
   */
  async #wasShown({ key, verdict }: WalletFindings, session: string): Promise<boolean> {
    const record = this.#storage.read(Date.now());
    if (record === undefined || key === undefined || !verdict.ok) return false;
    const { facts } = verdict;
    if (!isKeptOnce(facts) || !facts.value) return false;
    const mode = record.test ? 'test' : 'live';
    const name = `${key.slice(0, LEDGER_DIGITS)}:${mode}`;
    const residency = residencyOf(record.tenant);
    const places = residency === 'none' ? RESIDENCIES : [residency];
    const answers = await Promise.all(
      places.map((place) =>
        this.#ledgers(place).byName(name).wasShown(key, session, facts.validUntilMs),
      ),
    );
    return answers.includes(true);
  }
}

/**
 * Logs, for operators, the code of the error with which an answer was refused, and nothing about
 * the person.
 */
function logRefusal(
  before: SessionRecord | undefined,
  { verdict, withdrawal }: WalletFindings,
  wasShown: boolean,
): void {
  const gate = before?.current.wallet?.offer.gate;
  if (before === undefined || gate === undefined) return;
  const code = refusalOf(verdict, { gate, withdrawal, wasShown })?.code;
  if (code === undefined) return;
  const why = code === 'revoked' && withdrawal !== undefined && { withdrawal };
  logIncident('wallet_refused', { code, ...why, test: Number(before.test) });
}
