// Liveness and age on one screen: instruction, stage, feedback. The runs decide what is shown.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AgeRun } from '../capture/age-run.ts';
import { type FrameListener, runCameraLoop } from '../capture/camera-loop.ts';
import type { Stage as StageShape } from '../capture/framing.ts';
import type { Hint, Message } from '../capture/guidance.ts';
import { type CaptureView, FIRST_VIEW, isSameView, LivenessRun } from '../capture/liveness-run.ts';
import { useTexts } from '../i18n/context.ts';
import type { PageController } from '../page-controller.ts';
import { Announcer } from '../parts/announcer.tsx';
import { Button } from '../parts/button.tsx';
import { CameraChooser, type CameraChooserProps } from '../parts/camera-chooser.tsx';
import { HandoffOffer, type HandoffOfferProps } from '../parts/handoff-offer.tsx';
import { Heading, Tips } from '../parts/layout.tsx';
import { Stage } from '../parts/stage.tsx';
import { MoreTime, type PauseActions } from './paused.tsx';

interface CaptureProps extends Pick<PauseActions, 'isRelaxed' | 'onRelax'> {
  controller: PageController;
  chooser: CameraChooserProps;
  handoff: HandoffOfferProps;
  /** A dialog covers the page: the run stops, and starts over after it. */
  isHeld: boolean;
  onPause: () => void;
}

type StartRun = (stage: () => StageShape, show: (view: CaptureView) => void) => FrameListener;

/** Whether the screen keeps its colours. */
interface LightSwitch {
  isOff: boolean;
  onSwitch: () => void;
}

export function Liveness({ light, ...props }: CaptureProps & { light: LightSwitch | false }) {
  const { controller, isRelaxed } = props;
  const t = useTexts();
  const start = useMemo<StartRun>(
    () => (stage, show) => new LivenessRun(controller, stage, show),
    // More time needs a new challenge.
    [controller, isRelaxed],
  );
  return (
    <Capture
      {...props}
      title={t('liveness.title')}
      start={start}
      control={light && <LightControl {...light} />}
    >
      <MoreTime isRelaxed={isRelaxed} onRelax={props.onRelax} />
    </Capture>
  );
}

/** Before and while the screen shows colours: nobody has to look at them. */
const LightControl = ({ isOff, onSwitch }: LightSwitch) => (
  <Button look="plain" isPressed={isOff} onPress={onSwitch}>
    {useTexts()('light.skip')}
  </Button>
);

export function Age({ nonce, ...props }: CaptureProps & { nonce: string | undefined }) {
  const { controller } = props;
  const start = useMemo<StartRun>(
    () => (stage, show) => new AgeRun(controller, nonce, stage, show),
    [controller, nonce],
  );
  return <Capture {...props} title={useTexts()('age.title')} start={start} />;
}

function Capture({
  controller,
  title,
  start,
  isHeld,
  control,
  children,
  ...props
}: CaptureProps & {
  title: string;
  start: StartRun;
  control?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const t = useTexts();
  const video = useRef<HTMLVideoElement>(null);
  const view = useCamera(controller, video, isHeld ? undefined : start);
  const instruction = t(`guide.${view.message}`);
  const hint = hintOf(view);
  const remark = hint ? t(`hint.${hint}`) : '';
  const offersPhone = view.nudge === 'phone' && props.handoff.offer !== 'none';
  const nudge = view.nudge === undefined ? '' : t(NUDGES[offersPhone ? 'phone' : 'help']);
  return (
    <section class="capture">
      <Heading text={title} quiet />
      <div class="instruction-box">
        <p class="instruction" data-action={view.action} data-message={view.message}>
          {instruction}
        </p>
        <p class="hint">{remark}</p>
      </div>
      <Stage
        video={video}
        view={view}
        ovalWidth={controller.camera.oval.width}
        isMirror={!controller.camera.isRear}
      />
      <div class="capture-bar">
        <p class="count">
          {view.index > 0 && t('capture.count', { index: view.index, total: view.total })}
        </p>
        <Button look="plain" icon="pause" onPress={props.onPause}>
          {t('paused.action')}
        </Button>
        {control}
        <CameraChooser {...props.chooser} />
      </div>
      {offersPhone && <HandoffOffer {...props.handoff} isBetter />}
      <CaptureHelp isOpen={view.nudge !== undefined}>{children}</CaptureHelp>
      <Announcer
        text={[instruction, remark, nudge].join(' ').trim()}
        urgent={isUrgent(view.message)}
      />
    </section>
  );
}

/** Said to those who do not see that something opened. */
const NUDGES = { help: 'capture.help_title', phone: 'handoff.offer_help' } as const;

function CaptureHelp({ isOpen, children }: { isOpen: boolean; children: ComponentChildren }) {
  const t = useTexts();
  return (
    <details class="help" open={isOpen}>
      <summary>{t('capture.help_title')}</summary>
      <Tips
        tips={[
          ['light', t('capture.help_light')],
          ['camera', t('capture.help_hold')],
          ['person', t('capture.help_alone')],
        ]}
      />
      {children}
    </details>
  );
}

/** Shows the stream on the stage and feeds its pictures to the run, if there is one. */
function useCamera(
  controller: PageController,
  videoRef: RefObject<HTMLVideoElement | null>,
  start: StartRun | undefined,
): CaptureView {
  const [view, setView] = useState<CaptureView>(FIRST_VIEW);
  const { stream } = controller.camera;
  useEffect(() => {
    const video = videoRef.current;
    if (!video || !stream) return;
    video.addEventListener('loadeddata', () => controller.session.noteCamera(), { once: true });
    video.srcObject = stream;
    // Rejected when the page moves on before the first picture; nothing to play then.
    video.play().catch(() => undefined);
  }, [controller, videoRef, stream]);
  useEffect(() => {
    const video = videoRef.current;
    if (!video || !stream || !start) return undefined;
    setView(FIRST_VIEW);
    controller.engine.reset();
    // Thirty readings a second are mostly alike: only changes are drawn.
    const run = start(
      () => stageShape(video),
      (next) => setView((now) => (isSameView(now, next) ? now : next)),
    );
    const { engine, camera } = controller;
    const { speed, signals } = camera;
    return runCameraLoop({ video, engine, speed, signals, listener: run });
  }, [controller, videoRef, stream, start]);
  return view;
}

function stageShape(video: HTMLVideoElement): StageShape {
  return {
    pictureAspect: video.videoWidth / Math.max(1, video.videoHeight) || 4 / 3,
    stageAspect: video.clientWidth / Math.max(1, video.clientHeight) || 3 / 4,
  };
}

const MESSAGES_WITH_HINT = ['no_face', 'two_faces', 'too_dark', 'no_picture', 'too_slow'] as const;

function hintOf(view: CaptureView): Hint | (typeof MESSAGES_WITH_HINT)[number] | undefined {
  return MESSAGES_WITH_HINT.find((name) => name === view.message) ?? view.hint;
}

/** Movements are announced at once because their time is limited; remarks on light and distance wait. */
function isUrgent(message: Message): boolean {
  return ['turn_left', 'turn_right', 'look_up', 'look_down', 'return'].includes(message);
}
