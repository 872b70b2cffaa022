import { env } from 'cloudflare:workers';
import type { SessionEvent } from '../../../src/domain/verification/rules/session/result.ts';
import { SessionStorage } from '../../../src/objects/session/storage.ts';

/**
 * A session's storage with the delay of production, which sends to a queue that only notes.
 * @returns it, and the events in the order in which they were sent
 */
export function watchedStorage(state: DurableObjectState) {
  const sent: SessionEvent[] = [];
  const watch = { isBroken: false };
  const queue = {
    sendBatch: async (messages: Iterable<MessageSendRequest<SessionEvent>>) => {
      if (watch.isBroken) throw new Error('The queue is down.');
      for (const { body } of messages) sent.push(body);
    },
  } as unknown as Queue;
  const bindings = { ...env, SESSION_EVENTS: queue, LIST_DELAY_SECONDS: undefined };
  return {
    storage: new SessionStorage(state, bindings as never, () => undefined),
    sent,
    queue: watch,
  };
}
