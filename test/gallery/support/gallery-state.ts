// What a state of the hosted page is made of: what the server, the engine and the camera say, and the steps
// a person takes from there. Pure data and types.
import type { Page } from 'playwright-core';
import type { SessionView } from '../../../widget/hosted/requests/wire.ts';
import type { EngineScript } from './fake-engine.ts';
import type { CameraScene } from './stand-in-camera.ts';

/**
 * One answer of the API: a session, other data, a refusal by its error code, no answer yet (`pending`), or a
 * connection that breaks (`broken`).
 */
export type Answer =
  | { view: SessionView }
  | { data: object }
  | { refusal: string }
  | 'pending'
  | 'broken';

/** Which of the page's requests an answer belongs to; sessions' own requests by the rest of their path. */
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

/** Several answers come one after the other; the last one stays. */
export type Answers = Partial<Record<RequestName, Answer | readonly Answer[]>>;

export interface GalleryState {
  /** Unique; kebab-case. */
  name: string;
  answers: Answers;
  /** What the service publishes, by path. */
  published?: Readonly<Record<string, object>>;
  /** Default: the engine is ready and sees no face. */
  engine?: EngineScript;
  /** Without one, the camera shows one person. */
  camera?: CameraScene;
  /**
   * Waits of 0.9 s and more never end, so that a picture does not depend on when it is taken; or, for states
   * that lie behind such a wait, those of less than a minute end at once.
   */
  waits?: 'hurried';
  /** Time between two pictures on the page's clock; 40 ms when not said. */
  pictureMs?: number;
  /** The visitor's browser saves data. */
  savesData?: boolean;
  /** The address of the page: a customer's link (default) or a hand-off link. */
  link?: 'xit' | 'xho';
  /** What the person does. Without words of a language: the state is reached in all of them. */
  reach?: (page: Page) => Promise<void>;
  /** Much longer than a screen in some language; all others must fit, or nearly. */
  isTall?: boolean;
  /** Differs from another state by one short line or picture: enough to see it in English. */
  isAlike?: boolean;
  /** What is on the page when the state is reached. */
  shows: string;
}
