// Keeps the session of a console and its access token, which exists only in memory. The refresh
// token is in a cookie that no script can read (D-109). Tabs share the cookie: they refresh one
// after another, and sign out together.
import type { Residency } from '../../../src/domain/terms/residency.ts';
import { CallError, fetchOrThrow } from '../api/call-error.ts';
import type { TokenSource } from '../api/client.ts';
import type { ConsoleUser } from './console-user.ts';
import { rememberUnconfirmed, tenantOfUnconfirmed } from './unconfirmed.ts';

export type ConsoleName = 'dashboard' | 'admin';

/**
 * `lost` means that there was no response, or a server error, when the console tried to resume the
 * session.
 */
export type SessionState =
  | { phase: 'starting' | 'out' | 'ended' | 'lost' }
  | { phase: 'in'; user: ConsoleUser };

interface Granted {
  access_token: string;
  expires_in: number;
  user: ConsoleUser;
}

export interface SignUpFields {
  company: string;
  residency: Residency;
  name: string;
  email: string;
  password: string;
}

/** The step that a member still has to complete after signing in with an identity provider. */
export interface PendingSso {
  due: 'none' | 'first_link' | 'code' | 'passkey';
  email?: string;
  challenge_token?: string;
}

type SignInAnswer = Granted | { requires_2fa: true; challenge_token: string };

/** A token is renewed this long before it expires. */
const EARLY_MS = 30_000;

export class SessionKeeper implements TokenSource {
  #state: SessionState = { phase: 'starting' };
  #token: { text: string; endsAtMs: number } | undefined;
  #refreshing: Promise<string> | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #name: ConsoleName;
  readonly #channel: BroadcastChannel;

  constructor(name: ConsoleName) {
    this.#name = name;
    this.#channel = new BroadcastChannel(`agate-${name}`);
    this.#channel.addEventListener('message', ({ data }) => {
      if (data === 'out') this.#end('out');
      else if (data === 'in' && this.#state.phase !== 'in') void this.start();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): SessionState => this.#state;

  /**
   * Resumes a session with this browser's cookie, if there is one.
   * @param hasJoined whether one of our pages has just set the cookie
   */
  async start(hasJoined = false): Promise<void> {
    if (!hasJoined && !this.#mayHaveSession()) return this.#become({ phase: 'out' });
    await this.#refresh(undefined).catch((error: unknown) => {
      if (this.#state.phase === 'starting')
        this.#become({ phase: isOffline(error) ? 'lost' : 'out' });
    });
  }

  /**
   * @returns the challenge token to send with the second factor's code, or undefined when the
   *   sign-in is complete
   * @throws CallError
   */
  async signIn(fields: { email: string; password: string }): Promise<string | undefined> {
    const asked = { ...fields, ...tenantOfUnconfirmed(fields.email) };
    const answer = await this.#post<SignInAnswer>('login', asked);
    if ('requires_2fa' in answer) return answer.challenge_token;
    this.#begin(answer);
  }

  /**
   * Signs up a new customer. Only the customers' console offers this.
   * @throws CallError
   */
  async signUp(fields: SignUpFields): Promise<void> {
    this.#begin(await this.#post<Granted>('register', fields));
  }

  /** @throws CallError */
  async answer(challenge: string, code: string): Promise<void> {
    const fields = { challenge_token: challenge, code };
    this.#begin(await this.#post<Granted>('challenge', fields));
  }

  /**
   * @param ask runs the browser's ceremony
   * @throws CallError, or the error of the ceremony
   */
  async signInWithPasskey(ask: (options: unknown) => Promise<object>): Promise<void> {
    const begun = await this.#post<{ session_id: string; options: unknown }>('passkey/begin', {});
    const answer = { ...(await ask(begun.options)), session_id: begun.session_id };
    this.#begin(await this.#post<Granted>('passkey/finish', answer));
  }

  /**
   * @param email may be empty in the operators' console
   * @returns the URL to go to, or null if no identity provider is set up, or none for the domain of
   *   the address
   * @throws CallError
   */
  async beginSso(email: string): Promise<string | null> {
    const begun = await this.#post<{ redirect_to: string | null }>('sso/begin', {
      ...(email !== '' && { email }),
    });
    return begun.redirect_to;
  }

  /** @throws CallError */
  pendingSso(): Promise<PendingSso> {
    return this.#post<PendingSso>('sso/pending', {});
  }

  /**
   * Signs out in all tabs.
   * @throws CallError when the call fails, in which case all tabs stay signed in
   */
  async signOut(): Promise<void> {
    await this.#locked(() => this.#post('logout', {}));
    this.#channel.postMessage('out');
    this.#end('out');
  }

  /** Replaces the signed-in member's data after a change to their own account. */
  become(user: ConsoleUser): void {
    if (this.#state.phase !== 'in') return;
    rememberUnconfirmed(user);
    this.#become({ phase: 'in', user });
  }

  /** Closes the connection to other tabs. */
  close(): void {
    this.#channel.close();
  }

  async accessToken(refused?: string): Promise<string> {
    const known = this.#token;
    if (known && known.text !== refused && Date.now() < known.endsAtMs - EARLY_MS)
      return known.text;
    return (this.#refreshing ??= this.#refresh(refused).finally(() => {
      this.#refreshing = undefined;
    }));
  }

  async #refresh(refused: string | undefined): Promise<string> {
    return this.#locked(async () => {
      const known = this.#token;
      // Another call may have renewed the token in the meantime.
      if (refused !== undefined && known && known.text !== refused) return known.text;
      const granted = await this.#post<Granted>('refresh', {}).catch((error: unknown) => {
        if (error instanceof CallError && error.status === 401)
          this.#end(this.#state.phase === 'in' ? 'ended' : 'out');
        throw error;
      });
      this.#take(granted);
      return granted.access_token;
    });
  }

  /** Runs the task in only one tab at a time, because a refresh token works once. */
  #locked<T>(task: () => Promise<T>): Promise<T> {
    return navigator.locks.request(`agate-${this.#name}`, task);
  }

  #begin(granted: Granted): void {
    this.#take(granted);
    this.#channel.postMessage('in');
  }

  #take({ access_token: text, expires_in: seconds, user }: Granted): void {
    this.#token = { text, endsAtMs: Date.now() + seconds * 1000 };
    remember(this.#name, true);
    rememberUnconfirmed(user);
    this.#become({ phase: 'in', user });
  }

  #end(phase: 'out' | 'ended'): void {
    remember(this.#name, false);
    this.#token = undefined;
    this.#become({ phase });
  }

  #become(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /**
   * Whether there may be a session to resume. Without the marker in local storage there is no
   * cookie, and the server would only refuse the refresh.
   */
  #mayHaveSession(): boolean {
    try {
      return localStorage.getItem(markOf(this.#name)) !== null;
    } catch {
      return true;
    }
  }

  async #post<T>(path: string, fields: object): Promise<T> {
    const response = await fetchOrThrow(
      new Request(`/console/v1/${this.#name}/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Agate-Console': '1' },
        body: JSON.stringify(fields),
      }),
    );
    return ((await response.json()) as { data: T }).data;
  }
}

const isOffline = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'OFFLINE' || error.status >= 500);

const markOf = (name: ConsoleName): string => `agate-${name}-signed-in`;

/**
 * Stores or removes the marker, which contains no session data and only indicates that a session
 * exists.
 */
function remember(name: ConsoleName, isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(markOf(name), '1');
    else localStorage.removeItem(markOf(name));
  } catch {
    // Without storage there is no marker, and the console calls the server on every visit.
  }
}
