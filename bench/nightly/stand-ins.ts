// Stand-ins for everything apart from D1 that the steps call: objects and queues that count calls
// and do nothing.

export interface Calls {
  objects: number;
  messages: number;
}

/**
 * Supplies the return value of a session object's `repeatEvent`; 'gone' if the sessions in the
 * database have no objects.
 */
type RepeatEvent = (sessionId: string) => unknown;

/**
 * The return values of ledger methods, by name; all other methods except `repeatEvent` return
 * nothing.
 */
const ANSWERS: Readonly<Record<string, unknown>> = {
  record: { bytes: 4096, isSealed: false, isWritten: true },
  changeEndpoint: [],
  knownSessions: [],
  putSessions: { bytes: 4096, isSealed: false, isWritten: true },
  reopen: [],
};

/**
 * Creates a stub for any object. The stub counts every method call and returns what the steps
 * expect.
 */
function stubOf(calls: Calls, id: string, repeatEvent: RepeatEvent): unknown {
  const get = (_target: object, name: string | symbol): unknown =>
    // Without this case, `await` would take a stub for a promise.
    name === 'then'
      ? undefined
      : async () => {
          calls.objects += 1;
          return name === 'repeatEvent' ? repeatEvent(id) : ANSWERS[String(name)];
        };
  return new Proxy({}, { get });
}

/**
 * Replaces `objects` in the service's context. Methods whose names end in `Id` return their
 * argument or a random id; all others return a stub.
 */
export function standInObjects(calls: Calls, repeatEvent: RepeatEvent): unknown {
  const get = (_target: object, name: string | symbol) =>
    String(name).endsWith('Id')
      ? (of?: string) => of ?? crypto.randomUUID()
      : (id: string) => stubOf(calls, id, repeatEvent);
  return new Proxy({}, { get });
}

export function standInQueues(calls: Calls): unknown {
  const queue = {
    send: async () => {
      calls.messages += 1;
    },
    sendBatch: async (messages: readonly unknown[]) => {
      calls.messages += messages.length;
    },
  };
  return { mail: queue, logouts: queue, webhooks: queue };
}
