// The page shown before the camera opens, and instructions for when the camera fails.
import { useEffect } from 'preact/hooks';
import { browserOf } from '../browser/browser-kind.ts';
import type { CameraFault, CameraState, EngineState } from '../state/flow.ts';
import { useTexts } from '../i18n/context.ts';
import type { HostedTranslate } from '../i18n/translate.ts';
import { Announcer } from '../parts/announcer.tsx';
import { Button } from '../parts/button.tsx';
import { CameraChooser, type CameraChooserProps } from '../parts/camera-chooser.tsx';
import { PictureNote } from '../parts/data-note.tsx';
import { EngineProgress } from '../parts/engine-progress.tsx';
import { HandoffOffer, type HandoffOfferProps } from '../parts/handoff-offer.tsx';
import { Notice, Steps, Tips } from '../parts/layout.tsx';
import { Portrait } from '../parts/portrait.tsx';
import { PERMISSION_STEPS } from '../browser/permission-steps.ts';
import type { SessionView } from '../requests/wire.ts';
import { loadCapture } from './capture-part.ts';

interface CameraProps {
  view: SessionView;
  engine: EngineState;
  handoff: HandoffOfferProps;
  chooser: CameraChooserProps;
  onStart: () => void;
}

export function Camera({ camera, ...props }: CameraProps & { camera: CameraState }) {
  // The script that runs while the camera is open loads in the background; if it fails to load, the
  // screen that needs it reports the failure.
  useEffect(() => void loadCapture().catch(() => undefined), []);
  if (camera === 'off' || camera === 'asking' || camera === 'live') {
    return <AskForCamera {...props} isAsking={camera === 'asking'} />;
  }
  return <CameraProblem {...props} fault={camera} />;
}

function AskForCamera({
  view,
  engine,
  handoff,
  onStart,
  isAsking,
}: CameraProps & { isAsking: boolean }) {
  const t = useTexts();
  const text = t(isAsking ? 'camera.asking.text' : 'camera.off.text');
  return (
    <Notice icon="camera" title={t('camera.off.title')}>
      <p class="lead">{text}</p>
      <Tips
        tips={[
          ['light', t('camera.off.tip_light')],
          ['person', t('camera.off.tip_alone')],
          ['face', t('camera.off.tip_bare')],
        ]}
      />
      {handoff.offer === 'prominent' ? <HandoffOffer {...handoff} /> : <Portrait />}
      <div class="actions">
        <Button
          look={handoff.offer === 'prominent' ? 'soft' : 'main'}
          isBusy={isAsking}
          onPress={onStart}
        >
          {t('camera.off.action')}
        </Button>
        {handoff.offer === 'quiet' && <HandoffOffer {...handoff} />}
      </div>
      <EngineProgress engine={engine} />
      <p class="small">
        <PictureNote view={view} />
      </p>
      <Announcer text={isAsking ? text : ''} />
    </Notice>
  );
}

function CameraProblem({ fault, handoff, chooser, onStart }: CameraProps & { fault: CameraFault }) {
  const t = useTexts();
  return (
    <Notice icon="camera" tone="warn" title={t(`camera.${fault}.title`)}>
      <p class="lead">{t(`camera.${fault}.text`)}</p>
      <Steps steps={stepsFor(t, fault)} />
      {fault === 'busy' && <CameraChooser {...chooser} />}
      {handoff.offer === 'prominent' && <HandoffOffer {...handoff} />}
      <div class="actions">
        <Button look={handoff.offer === 'prominent' ? 'soft' : 'main'} onPress={onStart}>
          {t('try_again')}
        </Button>
        {handoff.offer === 'quiet' && <HandoffOffer {...handoff} />}
      </div>
    </Notice>
  );
}

/**
 * Returns the instructions for fixing a camera fault. The instructions for allowing the camera are
 * specific to this browser.
 */
function stepsFor(t: HostedTranslate, fault: CameraFault): string[] {
  const last = t(`camera.${fault}.tip_three`);
  if (fault !== 'denied') return [t(`camera.${fault}.tip_one`), t(`camera.${fault}.tip_two`), last];
  const { kind, app } = browserOf(navigator.userAgent, navigator.maxTouchPoints);
  const steps = PERMISSION_STEPS[kind].map((key) => t(key, { app }));
  // The last step, returning to this page, is left out for in-app browsers, because a visitor who
  // leaves the app for another browser does not come back.
  return kind === 'in_app_ios' || kind === 'in_app_android' ? steps : [...steps, last];
}

export function Preparing({ engine, view }: { engine: EngineState; view: SessionView }) {
  const t = useTexts();
  return (
    <Notice isCentred icon="clock" title={t('preparing.title')}>
      <p class="lead">{t('preparing.text')}</p>
      <EngineProgress engine={engine} />
      <p class="small">
        <PictureNote view={view} />
      </p>
    </Notice>
  );
}
