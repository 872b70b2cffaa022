// The real receiver that the tests deliver to: its addresses, and the requests that it received.
import { inject } from 'vitest';
import { randomToken } from '../../../src/crypto/random.ts';

declare module 'vitest' {
  interface ProvidedContext {
    receiver: string;
    untrustedReceiver: string;
  }
}

export interface Received {
  behaviour: string;
  headers: Record<string, string>;
  body: string;
  accepted: boolean;
}

export const newInbox = (): string => `inbox-${randomToken(9)}`;
export const receiverUrl = (inbox: string, behaviour: string): string =>
  `${inject('receiver')}/${inbox}/${behaviour}`;

/** The challenges that arrived, without the events. */
export const challenged = (inbox: string): Promise<Received[]> => received(`${inbox}-challenges`);

export async function received(inbox: string): Promise<Received[]> {
  return (await fetch(`${inject('receiver')}/${inbox}`)).json();
}
