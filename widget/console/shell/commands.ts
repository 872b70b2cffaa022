// The commands of the command palette.
import type { ConsoleIconName } from '../ui/icon.tsx';

export interface Command {
  /** A key that no other command has. */
  id: string;
  icon: ConsoleIconName;
  /** The text that is searched and shown. */
  label: string;
  run: () => void;
}

export interface CommandGroup {
  title: string;
  commands: readonly Command[];
}

/**
 * Commands that a console adds for the typed text. For example, a session token becomes a link to
 * that session.
 */
export type Commands = (typed: string) => readonly Command[];
