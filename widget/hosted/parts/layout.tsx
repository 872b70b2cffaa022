// The frame of every page: the site's name, the step, one heading, one card.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type ShownStep, stepsOf } from '../state/pages.ts';
import { useTexts } from '../i18n/context.ts';
import type { HostedLanguage } from '../i18n/load-language.ts';
import type { IconName } from '../../icon-paths.ts';
import type { SessionView } from '../requests/wire.ts';
import { Icon } from './icon.tsx';
import { LanguageMenu } from './language-menu.tsx';

export function TopBar({
  view,
  step,
  onLanguage,
}: {
  view: SessionView | undefined;
  step: ShownStep | undefined;
  onLanguage: (language: HostedLanguage) => void;
}) {
  return (
    <header class="top">
      {view && (
        <div class="site">
          <SiteSign site={view.site} />
          <span class="site-name" dir="auto">
            {view.site.name}
          </span>
        </div>
      )}
      <div class="top-end">
        {view && step && <StepDots view={view} step={step} />}
        <LanguageMenu onChoose={onLanguage} />
      </div>
    </header>
  );
}

/**
 * The site's logo, or the first letter of its name if it has no logo or the logo cannot be loaded,
 * for example because it was removed after the session started.
 */
function SiteSign({ site: { logo, name } }: { site: SessionView['site'] }) {
  const [missing, setMissing] = useState<string>();
  return logo !== undefined && logo !== missing && /^(data:image|\/v\/logos)\//.test(logo) ? (
    <img class="site-logo" src={logo} alt="" onError={() => setMissing(logo)} />
  ) : (
    <span class="site-initial" aria-hidden="true">
      {Array.from(name)[0]}
    </span>
  );
}

/**
 * The progress through the steps. If the last step may turn out to be unnecessary, the total is a
 * range, as in "2 of 3–4".
 */
function StepDots({ view, step }: { view: SessionView; step: ShownStep }) {
  const t = useTexts();
  const steps = stepsOf(view);
  const at = steps.indexOf(step);
  const { length } = steps;
  const { document_need: need } = view;
  const total = need === 'may' ? `${length - 1}–${length}` : length;
  return (
    <div class="steps" data-last={need}>
      <span class="hidden">{t('step_of', { step: at + 1, total })}</span>
      {steps.map((name, index) => (
        <span
          key={name}
          class="step-dot"
          aria-hidden="true"
          data-state={index < at ? 'done' : index > at ? 'next' : 'now'}
        />
      ))}
    </div>
  );
}

/**
 * A page's heading. It takes focus when its page appears, so that a screen reader and the keyboard
 * start there; its text is also the title of the browser tab.
 */
export function Heading({ text, quiet }: { text: string; quiet?: boolean }) {
  const ref = useRef<HTMLHeadingElement>(null);
  // Runs before the browser renders, so that an early press of the Tab key continues from the
  // heading rather than from the top of the page.
  useLayoutEffect(() => {
    ref.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  useEffect(() => {
    // Removes the Unicode isolate characters around names, because a tab title shows them as boxes.
    document.title = text.split(/[\u2066-\u2069]/).join('');
  }, [text]);
  return (
    <h1 ref={ref} tabIndex={-1} class={quiet ? 'hidden' : 'title'}>
      {text}
    </h1>
  );
}

/** A page with a message and one main action. */
export function Notice({
  icon,
  tone = 'plain',
  isCentred = false,
  title,
  children,
}: {
  icon: IconName;
  tone?: 'plain' | 'good' | 'bad' | 'warn';
  /** Whether the content is centred and large, for pages that are not a step of the check. */
  isCentred?: boolean;
  title: string;
  children: ComponentChildren;
}) {
  return (
    <section class="notice" data-tone={tone} data-layout={isCentred ? 'centred' : undefined}>
      <div class="badge">
        <Icon name={icon} />
      </div>
      <Heading text={title} />
      {children}
    </section>
  );
}

/** A list of short hints, each with an icon. */
export function Tips({ tips }: { tips: readonly (readonly [icon: IconName, text: string])[] }) {
  return (
    <ul class="tips">
      {tips.map(([icon, text]) => (
        <li key={text}>
          <Icon name={icon} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** A numbered list of instructions. */
export function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol class="todo">
      {steps.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ol>
  );
}
