// What a state of a console is made of: where it is, what the API answers, and what a person does from there. Pure data and
// types; the compiler holds the answers to the description.
import type { Page } from 'playwright-core';
import type { paths } from '../../../widget/console/api/schema.ts';
import type { ConsoleUser } from '../../../widget/console/session/console-user.ts';
import type { ConsoleName } from '../../../widget/console/session/keeper.ts';

interface Body<Data> {
  content: { 'application/json': { data: Data } };
}

interface Reads<Data> {
  get: { responses: { 200: Body<Data> } };
}

interface Writes<Data> {
  post: { responses: { 200: Body<Data> } };
}

interface Makes<Data> {
  post: { responses: { 201: Body<Data> } };
}

/** Paths of the description, each with what reading answers, or else writing. */
export type Answers = {
  readonly [Path in keyof paths]?: paths[Path] extends Reads<infer Data>
    ? Data | Refused | 'pending'
    : paths[Path] extends Writes<infer Data>
      ? Data | Refused
      : paths[Path] extends Makes<infer Data>
        ? Data | Refused
        : never;
};

/** An error of the API in the place of data. */
export interface Refused {
  refused: 403 | 404 | 409 | 500;
  code: string;
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
