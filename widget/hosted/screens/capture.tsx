// The screen for the steps that use the camera's pictures of the face, with an instruction, the
// stage and feedback. The run of the step (LivenessRun or AgeRun) decides what is shown.
import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { GestureKey } from '../capture/gesture-texts.ts';
import type { Hint, Message } from '../capture/guidance.ts';
import type { CaptureView } from '../capture/view.ts';
import { useTexts } from '../i18n/context.ts';
import type { MessageKey } from '../i18n/translate.ts';
import type { PageController } from '../page-controller.ts';
import { Announcer } from '../parts/announcer.tsx';
import { Button } from '../parts/button.tsx';
import { CameraChooser, type CameraChooserProps } from '../parts/camera-chooser.tsx';
import { HandoffOffer, type HandoffOfferProps } from '../parts/handoff-offer.tsx';
import { Heading, Tips } from '../parts/layout.tsx';
import { Stage } from '../parts/stage.tsx';
import { MoreTime, type PauseActions } from './paused.tsx';
import { type StartRun, useCamera } from './use-camera.ts';

interface CaptureProps extends Pick<PauseActions, 'isRelaxed' | 'onRelax'> {
  controller: PageController;
  chooser: CameraChooserProps;
  handoff: HandoffOfferProps;
  /**
   * Whether a dialog covers the page, in which case the run stops and starts over once the dialog
   * has closed.
   */
  isHeld: boolean;
  onPause: () => void;
}

/** The switch that turns off the colours on the screen. */
interface LightSwitch {
  isOff: boolean;
  onSwitch: () => void;
}

export function Liveness({ light, ...props }: CaptureProps & { light: LightSwitch | false }) {
  const { controller, isRelaxed } = props;
  const t = useTexts();
  const start = useMemo<StartRun>(
    () => (part, stage, show) => new part.LivenessRun(controller, stage, show),
    // A visitor who gets more time needs a new challenge.
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

/**
 * The button that turns the colours off. It is shown both before and while the screen shows the
 * colours, so that no visitor has to look at them.
 */
const LightControl = ({ isOff, onSwitch }: LightSwitch) => (
  <Button look="plain" isPressed={isOff} onPress={onSwitch}>
    {useTexts()('light.skip')}
  </Button>
);

export function Age({ nonce, ...props }: CaptureProps & { nonce: string | undefined }) {
  const { controller } = props;
  const start = useMemo<StartRun>(
    () => (part, stage, show) => new part.AgeRun(controller, nonce, stage, show),
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
  const { view, part, run } = useCamera(controller, video, isHeld ? undefined : start);
  const textOf = (key: MessageKey | GestureKey): string =>
    part?.gestureText(t.language, key) ?? t(key as MessageKey);
  const instruction = textOf(`guide.${view.message}`);
  const hint = hintOf(view);
  const remark = hint ? textOf(`hint.${hint}`) : '';
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
      <CaptureBar view={view} chooser={props.chooser} onPause={props.onPause}>
        {control}
        {view.gesture && (
          <LeaveOut
            text={textOf('capture.cannot')}
            onPress={() => view.gesture && run?.leaveOut?.(view.gesture)}
          />
        )}
      </CaptureBar>
      {offersPhone && <HandoffOffer {...props.handoff} isBetter />}
      <CaptureHelp isOpen={view.nudge !== undefined}>{children}</CaptureHelp>
      <Announcer
        text={[instruction, remark, nudge].join(' ').trim()}
        urgent={isUrgent(view.message)}
      />
    </section>
  );
}

function CaptureBar({
  view,
  chooser,
  onPause,
  children,
}: Pick<CaptureProps, 'chooser' | 'onPause'> & {
  view: CaptureView;
  children: ComponentChildren;
}) {
  const t = useTexts();
  return (
    <div class="capture-bar">
      <p class="count">
        {view.index > 0 ? t('capture.count', { index: view.index, total: view.total }) : ''}
      </p>
      <Button look="plain" icon="pause" onPress={onPause}>
        {t('paused.action')}
      </Button>
      {children}
      <CameraChooser {...chooser} />
    </div>
  );
}

/**
 * The button that leaves out a gesture. It disappears after a press, so the focus moves to the
 * first button of the bar.
 */
function LeaveOut({ text, onPress }: { text: string; onPress: () => void }) {
  const place = useRef<HTMLSpanElement>(null);
  const press = () => {
    place.current?.parentElement?.querySelector('button')?.focus();
    onPress();
  };
  return (
    <span ref={place}>
      <Button look="plain" onPress={press}>
        {text}
      </Button>
    </span>
  );
}

/**
 * The texts with which screen readers announce that the help has opened or that a hand-off to a
 * phone is offered.
 */
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

const MESSAGES_WITH_HINT = ['no_face', 'two_faces', 'too_dark', 'no_picture', 'too_slow'] as const;

function hintOf(view: CaptureView): Hint | (typeof MESSAGES_WITH_HINT)[number] | undefined {
  return MESSAGES_WITH_HINT.find((name) => name === view.message) ?? view.hint;
}

/**
 * Whether a message is announced immediately. The time for a movement is limited, whereas hints
 * about light and distance can wait.
 */
function isUrgent(message: Message): boolean {
  return /turn_|look_[ud]|return|mouth|move_back|come_/.test(message);
}
