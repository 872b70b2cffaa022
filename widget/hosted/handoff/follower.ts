// Signals that a session may have changed on another device: through a socket, or by polling while
// there is no socket. The signal carries no data: the session is read separately.

/** The interval between pings, because proxies close a socket that is silent for a minute. */
export const PING_MS = 25_000;
/** A socket that does not answer a ping within this time counts as dead, even if it seems open. */
export const PONG_MS = 10_000;
export const POLL_MS = 3_000;
/** The delay before another connection attempt. It doubles each time, up to LAST_RETRY_MS. */
export const FIRST_RETRY_MS = 1_000;
export const LAST_RETRY_MS = 30_000;

/** The part of a WebSocket that Follower uses. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'addEventListener'>;

export class Follower {
  #connect: () => Socket;
  #onChange: () => void;
  #socket: Socket | undefined;
  #isOpen = false;
  #retryMs = FIRST_RETRY_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #poll: ReturnType<typeof setInterval> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param connect opens the socket; may throw when the browser forbids it
   * @param onChange called when the session may have changed; it may also be called without a
   *   change
   */
  constructor(connect: () => Socket, onChange: () => void) {
    this.#connect = connect;
    this.#onChange = onChange;
  }

  get isRunning(): boolean {
    return this.#poll !== undefined;
  }

  /** Starts following; a second call has no effect. */
  start(): void {
    if (this.isRunning) return;
    this.#retryMs = FIRST_RETRY_MS;
    this.#poll = setInterval(() => {
      if (!this.#isOpen) this.#onChange();
    }, POLL_MS);
    this.#open();
  }

  stop(): void {
    clearInterval(this.#poll);
    clearTimeout(this.#retry);
    this.#poll = undefined;
    this.#drop();
  }

  #open(): void {
    const socket = this.#tryToConnect();
    this.#socket = socket;
    if (!socket) return this.#openLater();
    // An event from an abandoned socket must not affect the socket that replaced it.
    const listen = (type: 'open' | 'message' | 'close', handle: (event: Event) => void) => {
      socket.addEventListener(type, (event: Event) => {
        if (socket === this.#socket) handle(event);
      });
    };
    listen('open', () => this.#settle());
    listen('message', (event) => this.#receive((event as MessageEvent).data));
    listen('close', () => this.#lose());
  }

  #tryToConnect(): Socket | undefined {
    try {
      return this.#connect();
    } catch {
      return undefined;
    }
  }

  #settle(): void {
    this.#isOpen = true;
    this.#retryMs = FIRST_RETRY_MS;
    this.#ping = setInterval(() => this.#probe(), PING_MS);
    // The session may have changed between the last read and the opening of the socket.
    this.#onChange();
  }

  #probe(): void {
    this.#socket?.send('ping');
    this.#pong = setTimeout(() => this.#lose(), PONG_MS);
  }

  #receive(data: unknown): void {
    clearTimeout(this.#pong);
    if (data !== 'pong') this.#onChange();
  }

  #lose(): void {
    this.#drop();
    this.#openLater();
  }

  #openLater(): void {
    this.#retry = setTimeout(() => this.#open(), this.#retryMs);
    this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#isOpen = false;
    clearInterval(this.#ping);
    clearTimeout(this.#pong);
    socket?.close();
  }
}

/** Opens a socket for a session at the page's own origin. */
export function connectTo(id: string): Socket {
  const url = new URL(`/v/sessions/${encodeURIComponent(id)}/live`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(url);
}
