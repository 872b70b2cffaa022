import { env } from 'cloudflare:workers';
import type { SessionEvent } from '../../../src/domain/verification/rules/session/result.ts';
import { SessionStorage } from '../../../src/objects/session/storage.ts';

/**
 * A session's storage that uses production's list delay and a queue that only records what is sent.
 * @returns the storage, the events in the order they were sent, and a switch that breaks the queue
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
