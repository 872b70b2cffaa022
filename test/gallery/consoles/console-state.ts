// A state of a console: its path, the API's responses, and the person's steps from that page to the
// state. This file contains only data and types; the compiler checks the responses against the API
// description.
import type { Page } from 'playwright-core';
import type { Paths } from '../../../widget/console/api/paths.ts';
import type { Routes } from '../../../widget/console/api/wire.ts';
import type { ConsoleUser } from '../../../widget/console/session/console-user.ts';
import type { ConsoleName } from '../../../widget/console/session/keeper.ts';

/** The data of a successful response. */
type DataOf<Name> = Name extends keyof Routes
  ? Routes[Name] extends { data: infer Data }
    ? Data
    : never
  : never;

/** Responses by path in the API description: to GET, or to POST if the path has no GET. */
export type Answers = {
  readonly [Path in keyof Paths]?: `GET ${Path}` extends keyof Routes
    ? DataOf<`GET ${Path}`> | Refused | 'pending'
    : DataOf<`POST ${Path}`> | Refused;
};

/** An API error, returned instead of data. */
export interface Refused {
  refused: 403 | 404 | 409 | 500;
  code: string;
  /** Details about a webhook receiver that did not return the challenge sent to it. */
  receiver?: { reason: string; status?: number };
}

export interface ConsoleState {
  /** The unique name of the state, in kebab case. */
  name: string;
  console: ConsoleName;
  /** The path within the console. */
  path: string;
  /** The signed-in user; if absent, nobody is signed in. */
  user?: ConsoleUser;
  /** Whether the dashboard shows test data. */
  isTest?: true;
  answers: Answers;
  /** Responses to requests with this query parameter; they take precedence over `answers` above. */
  withParameter?: { name: string; answers: Answers };
  /**
   * Whether the state is rendered only at the width of a phone, because it shows nothing new at
   * other widths.
   */
  isNarrow?: true;
  /** The person's steps that lead to this state; they work in any language. */
  reach?: (page: Page) => Promise<void>;
  /** A selector that matches an element of the page as soon as the state has been reached. */
  shows: string;
}

/** The time to which the clock is fixed in all states. */
export const NOW = '2026-11-20T10:30:00.000Z';
