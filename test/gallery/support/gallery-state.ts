// A state of the hosted page: what the server, the engine and the camera return, and the steps that
// the person takes. This file contains only data and types.
import type { Page } from 'playwright-core';
import type { SessionView } from '../../../widget/hosted/requests/wire.ts';
import type { EngineScript } from './fake-engine.ts';
import type { CameraScene } from './stand-in-camera.ts';

/**
 * One response from the API: a session, other data, a refusal (given as its error code), no
 * response yet (`pending`), or a broken connection (`broken`).
 */
export type Answer =
  | { view: SessionView }
  | { data: object }
  | { refusal: string }
  | 'pending'
  | 'broken';

/**
 * The name of a request that the page sends. A request below the session's path is named after the
 * rest of that path.
 */
export type RequestName =
  | 'open'
  | 'read'
  | 'join'
  | 'consent'
  | 'liveness/challenge'
  | 'liveness'
  | 'age'
  | 'document'
  | 'review'
  | 'handoff'
  | 'handoff/confirm'
  | 'handoff/end'
  | 'extension'
  | 'camera'
  | 'cancel'
  | 'assistance'
  | 'account'
  | 'account/reuse'
  | 'account/keep'
  | 'contest'
  | 'pass'
  | 'wallet/offer'
  | 'key/options';

/**
 * The response to each request. The responses of a list are sent one after another, and the last
 * one is repeated.
 */
export type Answers = Partial<Record<RequestName, Answer | readonly Answer[]>>;

export interface GalleryState {
  /** The state's unique name, in kebab-case. */
  name: string;
  answers: Answers;
  /** The public documents of the service, by path. */
  published?: Readonly<Record<string, object>>;
  /** By default the engine is ready and sees a face that looks straight ahead. */
  engine?: EngineScript;
  /** By default the camera shows one person. */
  camera?: CameraScene;
  /**
   * By default, waits of 0.9 s or more never end, so that a picture does not depend on when it is
   * taken. With `hurried`, for states that come after such a wait, waits of less than a minute end
   * immediately.
   */
  waits?: 'hurried';
  /** Time between two camera pictures on the page's clock; default 40 ms. */
  pictureMs?: number;
  /** Whether the visitor's browser has its data saver turned on. */
  savesData?: boolean;
  /** The kind of link that opens the page: a customer's (default) or one for a hand-off. */
  link?: 'xit' | 'xho';
  /**
   * The person's steps. They find elements without relying on texts, so they work in every
   * language.
   */
  reach?: (page: Page) => Promise<void>;
  /**
   * Whether the page is much longer than a screen in some language. All other pages must fit on one
   * screen, or nearly so.
   */
  isTall?: boolean;
  /**
   * Whether the state differs from another state only in one short line or picture, so that it is
   * rendered in English only.
   */
  isAlike?: boolean;
  /** A selector that is on the page when the state is reached. */
  shows: string;
}
