// The page's state and the events that change it. Pure: the controllers perform effects and
// dispatch their outcome, and pages.ts derives from the state what is shown.
import { WARNING_MS } from '../time/session-clock.ts';
import type { HandoffLink, SessionView } from '../requests/wire.ts';

/**
 * The reasons why the page cannot show the session; the texts of each are under `blocked.<name>`.
 */
export const BLOCKS = [
  'unknown_link',
  'opened_elsewhere',
  'retaken',
  'other_opener',
  'no_cookie',
  'offline',
  'too_many',
  'server',
  'unsupported',
  'masked_pictures',
  'engine',
  'handoff_link',
  'handoff_refused',
  'on_computer',
] as const;
export type Block = (typeof BLOCKS)[number];

/** Blocks that pressing "Try again" can lift. */
export const RETRYABLE: readonly Block[] = ['offline', 'too_many', 'server', 'engine', 'no_cookie'];

export const CAMERA_FAULTS = ['denied', 'missing', 'busy', 'lost'] as const;
export type CameraFault = (typeof CAMERA_FAULTS)[number];
export type CameraState = 'off' | 'asking' | 'live' | CameraFault;

/** A camera on this device; its label comes from the browser and may be empty. */
export interface CameraChoice {
  id: string;
  label: string;
}

/** The link that moves the session to a phone; after a reload the page no longer has it. */
export interface OfferedLink extends Pick<HandoffLink, 'url' | 'code'> {
  /** When the link expires, on the clock of performance.now. */
  endsAtMs: number;
}

export interface EngineState {
  /** `waiting`: the connection broke; loading resumes automatically when it is back. */
  phase: 'idle' | 'loading' | 'waiting' | 'ready' | 'failed';
  loadedBytes: number;
  totalBytes: number;
}

/** Why the last attempt failed, in a form that the visitor can act on. */
export type Problem = NonNullable<SessionView['problem']>;

export interface FlowState {
  view: SessionView | undefined;
  block: Block | undefined;
  engine: EngineState;
  camera: CameraState;
  /** The problem of the last attempt, on screen until the visitor presses "Try again". */
  problem: Problem | undefined;
  expired: boolean;
  /** Whether a request that changes the session is pending. */
  busy: boolean;
  /** Whether pictures of a document are being sent or examined. */
  sending: boolean;
  /** The cameras, once the browser has listed them, and the id of the camera in use. */
  cameras: readonly CameraChoice[] | undefined;
  cameraId: string | undefined;
  link: OfferedLink | undefined;
  /**
   * Whether the phone has left the hand-off or its owner has refused it; the page shows this until
   * the visitor's next step.
   */
  phoneLeft: boolean;
  /** Whether the page for visitors who cannot do what the check requires is open. */
  assisting: boolean;
  paused: boolean;
  /** Whether challenges have three minutes instead of one, for the rest of the session. */
  relaxed: boolean;
  /** Whether the visitor has turned the screen's coloured light off. */
  unlit: boolean;
  /** The warning that the session ends soon. `isRead`: the visitor has closed the warning. */
  timeShort: { endsAtMs: number; isRead: boolean } | undefined;
}

export type ViewEvent = 'opened' | 'resumed' | 'judged' | 'followed';

/**
 * The events that change the state. Events with a view: `opened` is the first view, `resumed`
 * follows a step on this device, `judged` follows an attempt and shows its problem, and `followed`
 * reports that the session may have changed on another device.
 */
export type FlowEvent =
  | { type: ViewEvent; view: SessionView }
  | { type: 'blocked'; block: Block }
  | { type: 'unblocked' }
  | { type: 'working' | 'idle' }
  | { type: 'sending'; on: boolean }
  | { type: 'engine'; engine: EngineState }
  | { type: 'camera'; camera: CameraState }
  | { type: 'cameras'; cameras: readonly CameraChoice[]; cameraId?: string | undefined }
  | { type: 'linked'; link: OfferedLink }
  | { type: 'try_again' }
  | { type: 'assisting'; on: boolean }
  | { type: 'paused'; on: boolean }
  | { type: 'relaxed' }
  | { type: 'unlit'; on: boolean }
  | { type: 'time_short'; endsAtMs: number }
  | { type: 'time_read' }
  | { type: 'time_up' };

export const initialFlow: FlowState = {
  view: undefined,
  block: undefined,
  engine: { phase: 'idle', loadedBytes: 0, totalBytes: 0 },
  camera: 'off',
  problem: undefined,
  expired: false,
  busy: false,
  sending: false,
  cameras: undefined,
  cameraId: undefined,
  link: undefined,
  phoneLeft: false,
  assisting: false,
  paused: false,
  relaxed: false,
  unlit: false,
  timeShort: undefined,
};

/** Returns the next state. An event that does not apply to a state leaves it unchanged. */
export function advance(state: FlowState, event: FlowEvent): FlowState {
  switch (event.type) {
    case 'opened':
    case 'resumed':
    case 'judged':
    case 'followed':
      return takeView(state, event.type, event.view);
    case 'blocked':
      return { ...state, block: event.block };
    case 'unblocked':
      return { ...state, block: undefined };
    case 'working':
      return { ...state, busy: true };
    case 'idle':
      return { ...state, busy: false };
    case 'sending':
      return { ...state, sending: event.on };
    case 'engine':
      return { ...state, engine: event.engine };
    case 'camera':
      return { ...state, camera: event.camera };
    case 'cameras':
      return { ...state, cameras: event.cameras, cameraId: event.cameraId ?? state.cameraId };
    case 'linked':
      return { ...state, link: event.link };
    case 'try_again':
      return { ...state, problem: undefined };
    case 'assisting':
      return { ...state, assisting: event.on };
    case 'paused':
      return { ...state, paused: event.on };
    case 'unlit':
      return { ...state, unlit: event.on };
    case 'relaxed':
      return { ...state, relaxed: true };
    case 'time_short':
      return { ...state, timeShort: noteShortTime(state.timeShort, event.endsAtMs) };
    case 'time_read':
      return { ...state, timeShort: state.timeShort && { ...state.timeShort, isRead: true } };
    case 'time_up':
      return { ...state, expired: true };
  }
}

function takeView(state: FlowState, type: ViewEvent, view: SessionView): FlowState {
  const isSameStep = state.view?.step === view.step;
  const hasPhoneLeft = state.view?.handoff !== undefined && view.handoff === undefined;
  const isElsewhere = isOnOtherDevice(view);
  return {
    ...state,
    view,
    block: undefined,
    problem:
      type === 'judged'
        ? view.problem
        : type === 'followed' && isSameStep
          ? state.problem
          : undefined,
    link: view.handoff?.state === 'offered' ? state.link : undefined,
    phoneLeft: type === 'followed' && (hasPhoneLeft || (state.phoneLeft && isSameStep)),
    assisting: state.assisting && isSameStep && !isElsewhere,
    paused: state.paused && view.step !== 'done' && !isElsewhere,
    // A phone may have extended the session after this device saw its end.
    expired: state.expired && view.expires_in_ms < WARNING_MS,
    timeShort: view.expires_in_ms > WARNING_MS ? undefined : state.timeShort,
  };
}

/**
 * Notes that the session ends soon. The end is computed again with every view, so a difference of
 * less than 30 seconds means the same end.
 */
function noteShortTime(known: FlowState['timeShort'], endsAtMs: number): FlowState['timeShort'] {
  const isSame = known !== undefined && Math.abs(known.endsAtMs - endsAtMs) < WARNING_MS / 4;
  return { endsAtMs, isRead: isSame && known.isRead };
}

/** Whether the session is continuing, or is about to continue, on the other device. */
export function isOnOtherDevice(view: SessionView): boolean {
  return view.device === 'computer' ? view.handoff !== undefined : !view.active;
}

/** Whether nothing can change the outcome any more. */
export function isOver({ view, expired }: FlowState): boolean {
  return view?.step === 'done' || expired;
}

/** Holds the state: events are the only way to change it. */
export class Flow {
  #state = initialFlow;
  #onChange: (state: FlowState) => void;

  /** @param onChange called after every event */
  constructor(onChange: (state: FlowState) => void) {
    this.#onChange = onChange;
  }

  get state(): FlowState {
    return this.#state;
  }

  dispatch(event: FlowEvent): void {
    this.#state = advance(this.#state, event);
    this.#onChange(this.#state);
  }
}
