// What the command palette offers.
import type { ConsoleIconName } from '../ui/icon.tsx';

export interface Command {
  /** Unique. */
  id: string;
  icon: ConsoleIconName;
  /** What is searched, and shown. */
  label: string;
  run: () => void;
}

export interface CommandGroup {
  title: string;
  commands: readonly Command[];
}

/** What one console adds, by what was typed: a session's token is a session to open. */
export type Commands = (typed: string) => readonly Command[];
