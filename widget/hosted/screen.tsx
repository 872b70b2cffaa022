// Chooses the screen of a page and connects it with the controllers.
import type { SessionView } from '../../src/routes/hosted/schemas.ts';
import type { FlowState } from './state/flow.ts';
import { isPhoneSized, offerOf } from './handoff/offering.ts';
import type { CameraChooserProps } from './parts/camera-chooser.tsx';
import type { PageController } from './page-controller.ts';
import type { Page } from './state/pages.ts';
import type { HandoffOfferProps } from './parts/handoff-offer.tsx';
import type { DocumentEvidence } from './requests/api.ts';
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
import { Welcome } from './screens/welcome.tsx';

interface ScreenProps {
  page: Page;
  controller: PageController;
  state: FlowState;
  /** A dialog covers the screen. */
  isHeld: boolean;
}

/** Pages for which the camera runs, is about to run, or has been running. */
type CapturePage = Extract<
  Page,
  { name: 'camera' | 'preparing' | 'liveness' | 'age' | 'paused' | 'retry' }
>;

export function Screen(props: ScreenProps) {
  const { page, controller, state, isHeld } = props;
  const { flow, session } = controller;
  const { engine, link, busy: isBusy, sending: isSending } = state;
  const handoff = handoffOffer(controller, state);
  const fault = () => flow.dispatch({ type: 'blocked', block: 'engine' });
  switch (page.name) {
    case 'loading':
      return <Loading />;
    case 'blocked': {
      const retry = () => void controller.retry(page.block);
      return <Blocked block={page.block} handoff={handoff} isBusy={isBusy} onRetry={retry} />;
    }
    case 'handoff': {
      const renew = () => void controller.handoff.offer();
      const end = () => void controller.handoff.end();
      return <Handoff {...page} {...{ link, isBusy }} onNewLink={renew} onBack={end} />;
    }
    case 'join': {
      const confirm = (code: string) => void controller.handoff.confirm(code);
      const refuse = () => void controller.handoff.refuse();
      return <Join {...page} isBusy={isBusy} onConfirm={confirm} onRefuse={refuse} />;
    }
    case 'assistance': {
      const end = () => void session.requestAssistance();
      const back = () => flow.dispatch({ type: 'assisting', on: false });
      return <Assistance view={page.view} isBusy={isBusy} onEnd={end} onBack={back} />;
    }
    case 'welcome': {
      const consent = (shown: SessionView['privacy']) => void session.giveConsent(shown);
      const adopt = (view: SessionView) => session.take('resumed', view);
      const actions = { engine, isBusy, handoff, onConsent: consent, onReuse: adopt };
      return <Welcome view={page.view} {...actions} />;
    }
    case 'document': {
      const send = (evidence: DocumentEvidence) => void controller.submitDocument(evidence);
      const actions = { isSending, handoff, onSend: send, onFault: fault };
      return <Document {...page} {...actions} isHeld={isHeld || isBusy} />;
    }
    case 'review':
      return (
        <Review
          view={page.view}
          isSending={isSending}
          isBusy={isBusy}
          onAsk={(pictures) => void controller.requestReview(pictures)}
          onDecline={() => void controller.declineReview()}
          onShowAgain={() => void controller.showDocumentAgain()}
          onResume={() => void controller.resumeSession()}
          onFault={fault}
        />
      );
    case 'verdict':
      return <Verdict view={page.view} />;
    case 'expired':
      return <Expired view={page.view} />;
    default:
      return captureScreen(page, props, handoff);
  }
}

function captureScreen(
  page: CapturePage,
  { controller, state, isHeld }: ScreenProps,
  handoff: HandoffOfferProps,
) {
  const { flow, session, camera } = controller;
  const actions = {
    isRelaxed: state.relaxed,
    onRelax: () => session.relax(),
  };
  const capture = {
    ...actions,
    controller,
    isHeld,
    chooser: cameraChooser(controller, state),
    handoff,
    onPause: () => camera.pause(true),
  };
  switch (page.name) {
    case 'camera': {
      const start = () => void camera.start();
      const props = { ...capture, engine: state.engine, view: page.view };
      return <Camera {...props} camera={page.camera} onStart={start} />;
    }
    case 'preparing':
      return <Preparing engine={state.engine} view={page.view} />;
    case 'paused':
      return <Paused {...actions} onResume={() => camera.pause(false)} />;
    case 'liveness': {
      // A site that asks for the light has to offer another way to whoever cannot bear it.
      const refuse = () => flow.dispatch({ type: 'assisting', on: true });
      const change = () => session.switchLight();
      const onSwitch = page.view.light_required ? refuse : change;
      const light = page.view.measured === 'edge' && { isOff: state.unlit, onSwitch };
      return <Liveness {...capture} light={light} />;
    }
    case 'age':
      return <Age {...capture} nonce={page.view.age_nonce} />;
    case 'retry': {
      const retry = () => controller.tryAgain();
      return <Retry {...actions} view={page.view} problem={page.problem} onRetry={retry} />;
    }
  }
}

function handoffOffer(controller: PageController, state: FlowState): HandoffOfferProps {
  const isPhone = isPhoneSized(matchMedia('(pointer: coarse)').matches, screen);
  const camera = state.block === 'unsupported' ? 'missing' : state.camera;
  const hasCamera = state.cameras && state.cameras.length > 0;
  return {
    offer: state.view ? offerOf(state.view, camera, { isPhone, hasCamera }) : 'none',
    isPhone,
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
