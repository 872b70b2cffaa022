// What a state of a console is made of: where it is, what the API answers, and what a person does from there. Pure data and
// types; the compiler holds the answers to the description.
import type { Page } from 'playwright-core';
import type { Paths } from '../../../widget/console/api/paths.ts';
import type { Routes } from '../../../widget/console/api/wire.ts';
import type { ConsoleUser } from '../../../widget/console/session/console-user.ts';
import type { ConsoleName } from '../../../widget/console/session/keeper.ts';

/** What the API answers to a call. */
type DataOf<Name> = Name extends keyof Routes
  ? Routes[Name] extends { data: infer Data }
    ? Data
    : never
  : never;

/** Paths of the description, each with what reading answers, or else writing. */
export type Answers = {
  readonly [Path in keyof Paths]?: `GET ${Path}` extends keyof Routes
    ? DataOf<`GET ${Path}`> | Refused | 'pending'
    : DataOf<`POST ${Path}`> | Refused;
};

/** An error of the API in the place of data. */
export interface Refused {
  refused: 403 | 404 | 409 | 500;
  code: string;
  /** Of a receiver that has not returned its challenge. */
  receiver?: { reason: string; status?: number };
}

export interface ConsoleState {
  /** Unique; kebab-case. */
  name: string;
  console: ConsoleName;
  /** Below the console. */
  path: string;
  /** Nobody is signed in without one. */
  user?: ConsoleUser;
  /** The dashboard shows test data. */
  isTest?: true;
  answers: Answers;
  /** Answered in place of those where a call has this parameter. */
  withParameter?: { name: string; answers: Answers };
  /** Only on a phone: elsewhere it is not needed. */
  isNarrow?: true;
  /** What the person does, in any language. */
  reach?: (page: Page) => Promise<void>;
  /** On the page when the state is reached. */
  shows: string;
}

/** Everything happens at this time. */
export const NOW = '2026-11-20T10:30:00.000Z';
