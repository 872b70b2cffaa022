// Chooses the screen of a page and connects it with the conductor.
import type { SessionView } from '../../src/routes/hosted/schemas.ts';
import type { Conductor } from './conductor.ts';
import type { FlowState, Page } from './flow.ts';
import { isPhoneSized, offerOf } from './handoff/offering.ts';
import type { CameraChooserProps } from './parts/camera-chooser.tsx';
import type { HandoffOfferProps } from './parts/handoff-offer.tsx';
import { Assistance } from './screens/assistance.tsx';
import { Camera, Preparing } from './screens/camera.tsx';
import { Age, Liveness } from './screens/capture.tsx';
import { Handoff } from './screens/handoff.tsx';
import { Join } from './screens/join.tsx';
import { Paused } from './screens/paused.tsx';
import { Blocked, Loading, Retry } from './screens/problem.tsx';
import { Expired, Verdict } from './screens/verdict.tsx';
import { Welcome } from './screens/welcome.tsx';

interface ScreenProps {
  page: Page;
  conductor: Conductor;
  state: FlowState;
  /** A dialog lies over the screen. */
  isHeld: boolean;
}

export function Screen({ page, conductor, state, isHeld }: ScreenProps) {
  const { engine, busy: isBusy } = state;
  const handoff = handoffOffer(conductor, state);
  const actions = {
    isRelaxed: state.relaxed,
    onRelax: () => conductor.relax(),
  };
  const capture = {
    ...actions,
    conductor,
    isHeld,
    chooser: cameraChooser(conductor, state),
    onPause: () => conductor.pause(true),
  };
  switch (page.name) {
    case 'loading':
      return <Loading />;
    case 'blocked': {
      const retry = () => void conductor.retry(page.block);
      return <Blocked block={page.block} handoff={handoff} isBusy={isBusy} onRetry={retry} />;
    }
    case 'handoff':
      return <HandoffScreen page={page} conductor={conductor} state={state} />;
    case 'join': {
      const confirm = () => void conductor.confirmHandoff();
      const refuse = () => void conductor.refuseHandoff();
      return <Join {...page} isBusy={isBusy} onConfirm={confirm} onRefuse={refuse} />;
    }
    case 'assistance': {
      const end = () => void conductor.requestAssistance();
      const back = () => conductor.showAssistance(false);
      return <Assistance view={page.view} isBusy={isBusy} onEnd={end} onBack={back} />;
    }
    case 'welcome': {
      const consent = () => void conductor.consent();
      const adopt = (view: SessionView) => conductor.adopt(view);
      const props = { engine, isBusy, handoff, onConsent: consent, onReuse: adopt };
      return <Welcome view={page.view} {...props} />;
    }
    case 'camera': {
      const start = () => void conductor.startCamera();
      return <Camera {...capture} {...{ engine, handoff }} camera={page.camera} onStart={start} />;
    }
    case 'preparing':
      return <Preparing engine={engine} />;
    case 'paused':
      return <Paused {...actions} onResume={() => conductor.pause(false)} />;
    case 'liveness':
      return <Liveness {...capture} />;
    case 'age':
      return <Age {...capture} nonce={page.view.age_nonce ?? ''} />;
    case 'retry': {
      const retry = () => conductor.tryAgain();
      return <Retry {...actions} view={page.view} problem={page.problem} onRetry={retry} />;
    }
    case 'verdict':
      return <Verdict view={page.view} />;
    case 'expired':
      return <Expired view={page.view} />;
  }
}

function HandoffScreen({
  page,
  conductor,
  state,
}: Omit<ScreenProps, 'isHeld'> & { page: Extract<Page, { name: 'handoff' }> }) {
  return (
    <Handoff
      view={page.view}
      handoff={page.handoff}
      link={state.link}
      isBusy={state.busy}
      onNewLink={() => void conductor.offerHandoff()}
      onBack={() => void conductor.takeBack()}
    />
  );
}

function handoffOffer(conductor: Conductor, state: FlowState): HandoffOfferProps {
  const isPhone = isPhoneSized(matchMedia('(pointer: coarse)').matches, screen);
  const camera = state.block === 'unsupported' ? 'missing' : state.camera;
  const hasCamera = state.cameras && state.cameras.length > 0;
  return {
    offer: state.view ? offerOf(state.view, camera, { isPhone, hasCamera }) : 'none',
    isPhone,
    isBusy: state.busy,
    onOffer: () => void conductor.offerHandoff(),
  };
}

function cameraChooser(conductor: Conductor, state: FlowState): CameraChooserProps {
  return {
    cameras: state.cameras,
    cameraId: state.cameraId,
    onChoose: (id) => void conductor.chooseCamera(id),
  };
}
