// How a session's object takes proofs in place of a camera. For a wallet (D-151) it keeps one offer, takes one answer to it, and asks
// whether the credential is a copy before it decides.
import { isKeptOnce } from '../../wallet/conclude.ts';
import type { PassKind } from '../../domain/platform/age-passes/pass-key.ts';
import * as passes from '../../domain/verification/rules/pass/pass-step.ts';
import { refusalOf } from '../../domain/verification/rules/wallet/last-rows.ts';
import * as wallet from '../../domain/verification/rules/wallet/wallet-step.ts';
import type { WalletFindings } from '../../domain/verification/rules/wallet/wallet-step.ts';
import type { OpenWalletOffer } from '../../domain/verification/rules/wallet/wallet-state.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import { eventsOfChange } from '../../domain/verification/rules/session/result.ts';
import { activeDevice } from '../../domain/verification/rules/handoff/handoff.ts';
import type { ShownCredentials } from '../shown-credentials.ts';
import { logIncident } from '../../log.ts';
import type { SeenSession, SessionAccess } from './access.ts';
import { accept, refuse, type Answer } from './answer.ts';
import type { SessionStorage } from './storage.ts';

type Seen = Promise<Answer<SeenSession>>;
type Rule = (record: SessionRecord, nowMs: number) => SessionRecord | undefined;

/** Who brings an answer: the page's browser, or a wallet that posts to the offer's own address. The hash of a secret identifies either. */
export type WalletCaller = { browserHash: string } | { linkHash: string };

/** What happens between a session and a wallet. */
type WalletCall =
  | { act: 'offer'; browserHash: string; opened: OpenWalletOffer }
  | { act: 'leave'; browserHash: string }
  /** The record has the offer that is answered, which takes no other answer from now on. */
  | { act: 'answer'; by: WalletCaller }
  | { act: 'postpone'; by: WalletCaller; nonce: string }
  /** `session`: keyed hash of this session's id, for the ledger of what was shown. */
  | { act: 'conclude'; by: WalletCaller; found: WalletFindings; session: string }
  | { act: 'return'; browserHash: string; codeHash: string };

/** What happens between a session and age passes. */
type PassCall =
  /** Notes that one is shown: so many a minute. */
  | { act: 'show_pass'; browserHash: string }
  /** `pass`: verified, and spent for this session. */
  | { act: 'answer_by_pass'; browserHash: string; pass: PassKind }
  /** `bodyHash`: of what is signed blindly. */
  | { act: 'give_passes'; browserHash: string; bodyHash: string };

export type ProofCall = WalletCall | PassCall;

const linkHashOf = (by: WalletCaller): string | undefined =>
  'linkHash' in by ? by.linkHash : undefined;

/** Digits of a hash that name its ledger: 256 of them for each mode. */
const LEDGER_DIGITS = 2;

export class Proofs {
  readonly #storage: SessionStorage;
  readonly #access: SessionAccess;
  readonly #ledgers: DurableObjectNamespace<ShownCredentials>;

  constructor(
    storage: SessionStorage,
    access: SessionAccess,
    ledgers: DurableObjectNamespace<ShownCredentials>,
  ) {
    this.#storage = storage;
    this.#access = access;
    this.#ledgers = ledgers;
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
      case 'show_pass':
        return this.#access.change(call.browserHash, passes.showPass);
      case 'answer_by_pass':
        return this.#access.change(call.browserHash, (record, nowMs) =>
          passes.answerByPass(record, call.pass, nowMs),
        );
      case 'give_passes':
        return this.#access.changeFromAny(call.browserHash, (record, nowMs) =>
          passes.givePasses(record, call.bodyHash, nowMs),
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

  async #change(caller: WalletCaller, rule: Rule): Seen {
    if ('browserHash' in caller) return this.#access.change(caller.browserHash, rule);
    const nowMs = Date.now();
    const record = this.#storage.read(nowMs);
    const isTheirs = record?.current.wallet?.linkHash === caller.linkHash;
    const next = record && isTheirs ? rule(record, nowMs) : undefined;
    if (record === undefined || next === undefined) return refuse('conflict');
    const kept = await this.#storage.save(next, ...eventsOfChange(record, next));
    return accept({ record: kept, device: activeDevice(kept) });
  }

  /** Asks the ledger, and only about an answer that would pass otherwise. */
  async #wasShown({ key, verdict }: WalletFindings, session: string): Promise<boolean> {
    const record = this.#storage.read(Date.now());
    if (record === undefined || key === undefined || !verdict.ok) return false;
    const { facts } = verdict;
    if (!isKeptOnce(facts) || !facts.value) return false;
    const mode = record.test ? 'test' : 'live';
    const name = `${key.slice(0, LEDGER_DIGITS)}:${mode}`;
    const ledger = this.#ledgers.get(this.#ledgers.idFromName(name));
    return ledger.wasShown(key, session, facts.validUntilMs);
  }
}

/** Logs for operators which row refused an answer, and nothing of the person. */
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
