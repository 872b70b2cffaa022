// Provides the session and the API client to components.
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Client } from '../api/client.ts';
import type { ConsoleUser } from './console-user.ts';
import type { ConsoleName, SessionKeeper, SessionState } from './keeper.ts';

interface ConsoleSession {
  name: ConsoleName;
  keeper: SessionKeeper;
  /** The API client; present for signed-in members (shell/inside.tsx). */
  client?: Client;
}

export const Session = createContext<ConsoleSession | undefined>(undefined);

export function useConsole(): ConsoleSession {
  const session = useContext(Session);
  if (session === undefined) throw new Error('Session is missing.');
  return session;
}

export function useClient(): Client {
  const { client } = useConsole();
  if (client === undefined) throw new Error('Nobody is signed in.');
  return client;
}

export function useSessionState(): SessionState {
  const { keeper } = useConsole();
  return useSyncExternalStore(keeper.subscribe, keeper.state);
}

/** The signed-in member, for components inside the shell. */
export function useUser(): ConsoleUser {
  const state = useSessionState();
  return state.phase === 'in' ? state.user : NOBODY;
}

/** A placeholder for the user between signing out and the appearance of the sign-in page. */
const NOBODY: ConsoleUser = { email: '', name: '', role: '', two_factor_enabled: false };
