// How a session's object handles the hand-off to a phone: the phone opens the link, and
// authenticates with the code on the computer's screen.
import { equalInConstantTime } from '../../crypto/hash.ts';
import {
  confirmHandoff,
  joinHandoff,
  type JoiningPhone,
} from '../../domain/verification/rules/handoff/handoff.ts';
import type { SeenSession, SessionAccess } from './access.ts';
import { accept, refuse, type Answer } from './answer.ts';
import type { SessionStorage } from './storage.ts';

type Seen = Promise<Answer<SeenSession>>;

export class HandingOver {
  readonly #storage: SessionStorage;
  readonly #access: SessionAccess;

  constructor(storage: SessionStorage, access: SessionAccess) {
    this.#storage = storage;
    this.#access = access;
  }

  /** @param tokenId the object id of the link that the phone opened */
  async join(tokenId: string, phone: JoiningPhone): Seen {
    const nowMs = Date.now();
    const record = this.#storage.read(nowMs);
    const next = record && joinHandoff(record, tokenId, phone, equalInConstantTime, nowMs);
    if (next === undefined) return refuse('not_found');
    return accept({ record: await this.#storage.save(next), device: 'phone' });
  }

  /**
   * Confirms a phone with the code that the visitor typed. If the last attempt fails too, the phone
   * loses access.
   * @param code as typed
   */
  async confirm(browserHash: string, code: string): Seen {
    const seen = this.#access.see(browserHash, Date.now());
    if (seen.ok && seen.value.device !== 'phone') return refuse('conflict');
    const changed = await this.#access.changeFromAny(browserHash, (record, nowMs) =>
      confirmHandoff(record, code, equalInConstantTime, nowMs),
    );
    return changed.ok ? this.#access.see(browserHash, Date.now()) : changed;
  }
}
