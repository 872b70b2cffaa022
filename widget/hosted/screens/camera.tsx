// Before the camera opens, and what to do when it does not.
import type { CameraFault, CameraState, EngineState } from '../flow.ts';
import { useTexts } from '../i18n/context.ts';
import { Announcer } from '../parts/announcer.tsx';
import { Button } from '../parts/button.tsx';
import { EngineProgress } from '../parts/engine-progress.tsx';
import { Notice, Steps, Tips } from '../parts/layout.tsx';

interface CameraProps {
  engine: EngineState;
  onStart: () => void;
}

export function Camera({ camera, ...props }: CameraProps & { camera: CameraState }) {
  if (camera === 'off' || camera === 'asking' || camera === 'live') {
    return <AskForCamera {...props} isAsking={camera === 'asking'} />;
  }
  return <CameraProblem fault={camera} onStart={props.onStart} />;
}

function AskForCamera({ engine, onStart, isAsking }: CameraProps & { isAsking: boolean }) {
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
      <Button isBusy={isAsking} onPress={onStart}>
        {t('camera.off.action')}
      </Button>
      <EngineProgress engine={engine} />
      <PrivateNote />
      <Announcer text={isAsking ? text : ''} />
    </Notice>
  );
}

function CameraProblem({ fault, onStart }: { fault: CameraFault; onStart: () => void }) {
  const t = useTexts();
  return (
    <Notice icon="camera" tone="warn" title={t(`camera.${fault}.title`)}>
      <p class="lead">{t(`camera.${fault}.text`)}</p>
      <Steps
        steps={[
          t(`camera.${fault}.tip_one`),
          t(`camera.${fault}.tip_two`),
          t(`camera.${fault}.tip_three`),
        ]}
      />
      <Button onPress={onStart}>{t('try_again')}</Button>
    </Notice>
  );
}

export function Preparing({ engine }: { engine: EngineState }) {
  const t = useTexts();
  return (
    <Notice icon="clock" title={t('preparing.title')}>
      <p class="lead">{t('preparing.text')}</p>
      <EngineProgress engine={engine} />
      <PrivateNote />
    </Notice>
  );
}

function PrivateNote() {
  return <p class="small">{useTexts()('private_note')}</p>;
}
