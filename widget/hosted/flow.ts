// The page's state machine: which page is shown, from what the server, the engine and the camera said.
// Pure. The conductor performs the effects; the screens only read `pageOf`.
import type { Problem, SessionView } from '../../src/routes/hosted/schemas.ts';

/** Why the page cannot show the session; each has its own texts under `blocked.<name>`. */
export const BLOCKS = [
  'unknown_link',
  'opened_elsewhere',
  'no_cookie',
  'offline',
  'too_many',
  'server',
  'unsupported',
  'engine',
] as const;
export type Block = (typeof BLOCKS)[number];

/** Blocks that pressing "Try again" can lift. */
export const RETRYABLE: readonly Block[] = ['offline', 'too_many', 'server', 'engine', 'no_cookie'];

export const CAMERA_FAULTS = ['denied', 'missing', 'busy', 'lost'] as const;
export type CameraFault = (typeof CAMERA_FAULTS)[number];
export type CameraState = 'off' | 'asking' | 'live' | CameraFault;

export interface EngineState {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  loadedBytes: number;
  totalBytes: number;
}

export interface FlowState {
  view: SessionView | undefined;
  block: Block | undefined;
  engine: EngineState;
  camera: CameraState;
  /** The problem of the last attempt is on screen until the person presses "Try again". */
  problem: Problem | undefined;
  expired: boolean;
  /** A request that changes the session is on its way. */
  busy: boolean;
}

export type FlowEvent =
  | { type: 'opened' | 'resumed'; view: SessionView }
  | { type: 'judged'; view: SessionView }
  | { type: 'blocked'; block: Block }
  | { type: 'unblocked' }
  | { type: 'working' | 'idle' }
  | { type: 'engine'; engine: EngineState }
  | { type: 'camera'; camera: CameraState }
  | { type: 'try_again' }
  | { type: 'time_up' };

export type Page =
  | { name: 'loading' }
  | { name: 'blocked'; block: Block }
  | { name: 'welcome'; view: SessionView }
  | { name: 'camera'; view: SessionView; camera: CameraState }
  | { name: 'preparing'; view: SessionView }
  | { name: 'liveness'; view: SessionView }
  | { name: 'age'; view: SessionView }
  | { name: 'retry'; view: SessionView; problem: Problem }
  | { name: 'verdict'; view: SessionView }
  | { name: 'expired'; view: SessionView };

/** The steps a person passes, in order; the header counts them. */
export const STEPS = ['welcome', 'camera', 'liveness', 'age'] as const;
export type Step = (typeof STEPS)[number];

export const initialFlow: FlowState = {
  view: undefined,
  block: undefined,
  engine: { phase: 'idle', loadedBytes: 0, totalBytes: 0 },
  camera: 'off',
  problem: undefined,
  expired: false,
  busy: false,
};

/** The next state; events that make no sense in a state leave it as it is. */
export function advance(state: FlowState, event: FlowEvent): FlowState {
  switch (event.type) {
    case 'opened':
    case 'resumed':
      return { ...state, view: event.view, block: undefined, problem: undefined };
    case 'judged':
      return { ...state, view: event.view, block: undefined, problem: event.view.problem };
    case 'blocked':
      return { ...state, block: event.block };
    case 'unblocked':
      return { ...state, block: undefined };
    case 'working':
      return { ...state, busy: true };
    case 'idle':
      return { ...state, busy: false };
    case 'engine':
      return { ...state, engine: event.engine };
    case 'camera':
      return { ...state, camera: event.camera };
    case 'try_again':
      return { ...state, problem: undefined };
    case 'time_up':
      return { ...state, expired: true };
  }
}

/** What to show. An ended session wins over everything, a block over the steps. */
export function pageOf(state: FlowState): Page {
  const { view } = state;
  if (view?.step === 'done') return { name: 'verdict', view };
  if (view && state.expired) return { name: 'expired', view };
  if (state.block) return { name: 'blocked', block: state.block };
  if (!view) return { name: 'loading' };
  if (view.step === 'consent') return { name: 'welcome', view };
  if (state.camera !== 'live') return { name: 'camera', view, camera: state.camera };
  if (state.engine.phase === 'failed') return { name: 'blocked', block: 'engine' };
  if (state.engine.phase !== 'ready') return { name: 'preparing', view };
  if (state.problem) return { name: 'retry', view, problem: state.problem };
  return { name: view.step, view };
}

/** Identifies a page for focus and scrolling: a new key means the person arrived somewhere new. */
export function pageKey(page: Page): string {
  if (page.name === 'blocked') return `blocked:${page.block}`;
  if (page.name === 'camera') return `camera:${page.camera === 'asking' ? 'off' : page.camera}`;
  if (page.name !== 'retry') return page.name;
  const { liveness, age } = page.view.attempts_left;
  return `retry:${page.problem}:${liveness}:${age}`;
}

/** The step the page belongs to, or undefined for pages outside the sequence. */
export function stepOf(page: Page): Step | undefined {
  if (page.name === 'preparing') return 'camera';
  if (page.name === 'retry') return page.view.step === 'age' ? 'age' : 'liveness';
  return STEPS.find((step) => step === page.name);
}

/** Whether the session still runs, so that it can be canceled and the sandbox bar makes sense. */
export function isRunning(page: Page): boolean {
  return !['loading', 'verdict', 'expired'].includes(page.name);
}
