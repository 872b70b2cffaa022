// Maps each page in state/pages.ts to its screen, which it connects to the controllers.
import type { VNode } from 'preact';
import { inAppOf } from './browser/browser-kind.ts';
import { isPhoneSized, offerOf } from './handoff/offering.ts';
import type { CameraChooserProps } from './parts/camera-chooser.tsx';
import type { PageController } from './page-controller.ts';
import type { HandoffOfferProps } from './parts/handoff-offer.tsx';
import { Assistance } from './screens/assistance.tsx';
import { Document } from './screens/document.tsx';
import { Camera, Preparing } from './screens/camera.tsx';
import { Age, Liveness } from './screens/capture.tsx';
import { Handoff } from './screens/handoff.tsx';
import { Join } from './screens/join.tsx';
import { Paused } from './screens/paused.tsx';
import { Review } from './screens/review.tsx';
import { Blocked, Loading, Retry } from './screens/problem.tsx';
import { Expired, Verdict } from './screens/verdict.tsx';
import { Drawn } from './screens/drawn-part.tsx';
import { Welcome } from './screens/welcome.tsx';
import type { FlowState } from './state/flow.ts';
import type { Page } from './state/pages.ts';
import type { SessionView } from './requests/wire.ts';

interface Surroundings {
  controller: PageController;
  state: FlowState;
  /** Whether a dialog covers the screen. */
  isHeld: boolean;
}

/** The type of each page, by the page's name. */
type Pages = { [One in Page as One['name']]: One };

export function Screen<Name extends Page['name']>({
  page,
  ...around
}: Surroundings & { page: Pages[Name] & { name: Name } }) {
  return SCREENS[page.name](page, around);
}

const SCREENS: { [Name in Page['name']]: (page: Pages[Name], around: Surroundings) => VNode } = {
  loading: () => <Loading />,
  blocked: ({ block }, { controller, state }) => (
    <Blocked
      block={block}
      isPhone={isThisPhone()}
      isBusy={state.busy}
      onRetry={() => void controller.retry(block)}
    />
  ),
  handoff: (page, { controller, state }) => (
    <Handoff
      {...page}
      link={state.link}
      isPhone={isThisPhone()}
      isBusy={state.busy}
      onNewLink={() => void controller.handoff.offer()}
      onBack={() => void controller.handoff.end()}
    />
  ),
  join: (page, { controller, state }) => (
    <Join
      {...page}
      isBusy={state.busy}
      onConfirm={(code) => void controller.handoff.confirm(code)}
      onRefuse={() => void controller.handoff.refuse()}
    />
  ),
  assistance: ({ view }, { controller, state }) => (
    <Assistance
      view={view}
      isBusy={state.busy}
      onEnd={() => void controller.session.requestAssistance()}
      onBack={() => controller.flow.dispatch({ type: 'assisting', on: false })}
    />
  ),
  welcome: ({ view }, { controller, state }) => (
    <Welcome
      view={view}
      engine={state.engine}
      isBusy={state.busy}
      handoff={handoffOffer(controller, state)}
      onConsent={() => void controller.session.giveConsent()}
      onView={taking(controller)}
    />
  ),
  wallet: ({ view }, { controller }) => (
    <Drawn
      part={WALLET_PART}
      view={view}
      onView={taking(controller)}
      onFault={() => controller.flow.dispatch({ type: 'blocked', block: 'engine' })}
    />
  ),
  camera: (page, around) => (
    <Camera
      {...page}
      {...captureProps(around)}
      engine={around.state.engine}
      onStart={() => void around.controller.camera.start()}
    />
  ),
  preparing: ({ view }, { state }) => <Preparing engine={state.engine} view={view} />,
  paused: (_, { controller, state }) => (
    <Paused {...relaxing(controller, state)} onResume={() => controller.camera.pause(false)} />
  ),
  liveness: ({ view }, around) => (
    <Liveness {...captureProps(around)} light={view.measured === 'edge' && lightOf(view, around)} />
  ),
  age: ({ view }, around) => <Age {...captureProps(around)} nonce={view.age_nonce} />,
  document: (page, { controller, state, isHeld }) => (
    <Document
      {...page}
      isSending={state.sending}
      isHeld={isHeld || state.busy}
      handoff={handoffOffer(controller, state)}
      onSend={(evidence) => void controller.submitDocument(evidence)}
      onFault={() => controller.flow.dispatch({ type: 'blocked', block: 'engine' })}
    />
  ),
  review: ({ view }, { controller, state }) => (
    <Review
      view={view}
      isSending={state.sending}
      isBusy={state.busy}
      onAsk={(pictures) => void controller.requestReview(pictures)}
      onDecline={() => void controller.declineReview()}
      onShowAgain={() => void controller.showDocumentAgain()}
      onResume={() => void controller.resumeSession()}
      onFault={() => controller.flow.dispatch({ type: 'blocked', block: 'engine' })}
    />
  ),
  retry: ({ view, problem }, { controller, state }) => (
    <Retry
      {...relaxing(controller, state)}
      view={view}
      problem={problem}
      onRetry={() => controller.tryAgain()}
    />
  ),
  verdict: ({ view }) => <Verdict view={view} />,
  expired: ({ view }) => <Expired view={view} />,
};

const taking =
  ({ session }: PageController) =>
  (view: SessionView) =>
    session.take('resumed', view);

const relaxing = ({ session }: PageController, { relaxed }: FlowState) => ({
  isRelaxed: relaxed,
  onRelax: () => session.relax(),
});

/** Returns the props that all screens with a running camera share. */
const captureProps = ({ controller, state, isHeld }: Surroundings) => ({
  ...relaxing(controller, state),
  controller,
  isHeld,
  chooser: cameraChooser(controller, state),
  handoff: handoffOffer(controller, state),
  onPause: () => controller.camera.pause(true),
});

/**
 * The switch for the screen's coloured light. If the site requires this light, the switch instead
 * leads to the page for visitors who need an alternative.
 */
const lightOf = ({ light_required: isRequired }: SessionView, around: Surroundings) => ({
  isOff: around.state.unlit,
  onSwitch: () =>
    isRequired
      ? around.controller.flow.dispatch({ type: 'assisting', on: true })
      : around.controller.session.switchLight(),
});

const isThisPhone = (): boolean => isPhoneSized(matchMedia('(pointer: coarse)').matches, screen);

function handoffOffer(controller: PageController, state: FlowState): HandoffOfferProps {
  const isPhone = isThisPhone();
  const inApp = inAppOf(navigator.userAgent);
  const hasCamera = state.cameras && state.cameras.length > 0;
  return {
    offer: state.view ? offerOf(state.view, state.camera, { isPhone, hasCamera, inApp }) : 'none',
    isPhone,
    isInApp: inApp !== undefined,
    isBusy: state.busy,
    onOffer: () => void controller.handoff.offer(),
  };
}

function cameraChooser(controller: PageController, state: FlowState): CameraChooserProps {
  return {
    cameras: state.cameras,
    cameraId: state.cameraId,
    onChoose: (id) => void controller.camera.choose(id),
  };
}
