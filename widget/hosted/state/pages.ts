// Derives from the state which page to show and which elements surround it. Pure; the screens
// render the page.
import {
  type Block,
  CAMERA_FAULTS,
  type CameraState,
  type FlowState,
  isOnOtherDevice,
  type Problem,
} from './flow.ts';
import type { SessionView } from '../requests/wire.ts';

/** Problems that have their own page. */
export type RetryProblem = Exclude<Problem, 'face_unclear' | `wallet_${string}`>;

export type Page =
  | { name: 'loading' }
  | { name: 'blocked'; block: Block }
  | { name: 'handoff'; view: SessionView; handoff: NonNullable<SessionView['handoff']> }
  | { name: 'join'; view: SessionView; handoff: NonNullable<SessionView['handoff']> }
  | { name: 'assistance'; view: SessionView }
  | { name: 'paused'; view: SessionView }
  | { name: 'welcome'; view: SessionView }
  | { name: 'wallet'; view: SessionView }
  | { name: 'camera'; view: SessionView; camera: CameraState }
  | { name: 'preparing'; view: SessionView }
  | { name: 'liveness'; view: SessionView }
  | { name: 'age'; view: SessionView }
  | { name: 'document'; view: SessionView; asked: NonNullable<SessionView['document']> }
  | { name: 'review'; view: SessionView }
  | { name: 'retry'; view: SessionView; problem: RetryProblem }
  | { name: 'verdict'; view: SessionView }
  | { name: 'expired'; view: SessionView };

const STEPS = ['welcome', 'camera', 'liveness', 'age', 'document'] as const;
export type ShownStep = (typeof STEPS)[number];

/**
 * Returns the visitor's steps, in the order in which the header counts them. Without
 * `document_need` there is no document step. With `will` there is no age step while age attempts
 * are left. With `may`, few visitors reach the document step.
 */
export const stepsOf = ({ document_need: need, attempts_left: left }: SessionView) =>
  STEPS.filter((name) =>
    name === 'document' ? need : name !== 'age' || need !== 'will' || left.age === 0,
  );

/**
 * Returns the page to show. An ended session takes precedence over everything else, and a block
 * over the steps.
 */
export function pageOf(state: FlowState): Page {
  const { view } = state;
  if (view?.step === 'done') return { name: 'verdict', view };
  if (view && state.expired) return { name: 'expired', view };
  if (state.block) return { name: 'blocked', block: state.block };
  if (!view) return { name: 'loading' };
  if (view.handoff && isOnOtherDevice(view)) {
    const name = view.device === 'computer' ? 'handoff' : 'join';
    return { name, view, handoff: view.handoff };
  }
  if (state.assisting) return { name: 'assistance', view };
  if (view.step === 'consent') return { name: 'welcome', view };
  if (view.step === 'document') return documentPage(state, view);
  if (view.step === 'review' || view.step === 'wallet') return { name: view.step, view };
  return capturePage(state, view, view.step);
}

function capturePage(state: FlowState, view: SessionView, step: 'liveness' | 'age' | 'face'): Page {
  if (state.camera !== 'live') return { name: 'camera', view, camera: state.camera };
  if (state.engine.phase === 'failed') return { name: 'blocked', block: 'engine' };
  if (state.engine.phase !== 'ready') return { name: 'preparing', view };
  const problem = retryProblem(state);
  if (problem) return { name: 'retry', view, problem };
  // The `face` step takes frontal pictures in the same way as the `age` step, so both are shown on
  // the same page.
  return { name: state.paused ? 'paused' : step === 'face' ? 'age' : step, view };
}

/**
 * Returns the problem of the last attempt, if it has its own page. A wallet's problem has none: it
 * is shown next to the wallet's controls, and disappears with the next step.
 */
const retryProblem = ({ problem }: FlowState): RetryProblem | undefined =>
  problem === 'face_unclear' ? undefined : (problem as RetryProblem | undefined);

/** Returns what the document step shows. The step has its own camera and needs no engine. */
function documentPage(state: FlowState, view: SessionView): Page {
  const problem = retryProblem(state);
  if (problem) return { name: 'retry', view, problem };
  const { document: asked } = view;
  return asked ? { name: 'document', view, asked } : { name: 'assistance', view };
}

/**
 * Identifies a page for focus and scrolling: a new key means that the visitor has arrived at a new
 * page.
 */
export function pageKey(page: Page): string {
  if (page.name === 'blocked') return `blocked:${page.block}`;
  if (page.name === 'camera') return `camera:${page.camera === 'asking' ? 'off' : page.camera}`;
  if (page.name === 'handoff') return `handoff:${page.handoff.state}`;
  if (page.name !== 'retry') return page.name;
  const { liveness, age, document } = page.view.attempts_left;
  return `retry:${page.problem}:${liveness}:${age}:${document}`;
}

/** Returns the step that the page belongs to, or undefined for pages outside the sequence. */
export function stepOf(page: Page): ShownStep | undefined {
  if (page.name === 'handoff') return page.view.active ? undefined : countedAs(page.view.step);
  if (page.name === 'retry' || page.name === 'paused') return countedAs(page.view.step);
  return countedAs(page.name);
}

/**
 * The step under which a page or a step of the session is counted if the header has no step of that
 * name.
 */
const COUNTED_AS: Partial<Record<string, ShownStep>> = {
  consent: 'welcome',
  wallet: 'welcome',
  preparing: 'camera',
  face: 'age',
  review: 'document',
};

const countedAs = (name: string): ShownStep | undefined =>
  COUNTED_AS[name] ?? STEPS.find((step) => step === name);

/**
 * Whether the page is one on which visitors may find that they cannot do what the check requires.
 */
export function offersAssistance(page: Page): boolean {
  if (page.name === 'camera') return CAMERA_FAULTS.some((fault) => fault === page.camera);
  return ['welcome', 'liveness', 'age', 'document', 'paused', 'retry'].includes(page.name);
}

/** Blocks on a device that cannot act on the session, or cannot do so yet. */
const WITHOUT_ACCESS: readonly Block[] = ['handoff_link', 'handoff_refused', 'on_computer'];

/**
 * Whether the session still runs on this device, in which case it can be cancelled and the sandbox
 * bar makes sense.
 */
export function isRunning(page: Page): boolean {
  if (page.name === 'blocked') return !WITHOUT_ACCESS.includes(page.block);
  return !['loading', 'join', 'verdict', 'expired'].includes(page.name);
}
