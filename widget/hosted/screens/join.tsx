// The phone's first screen in a hand-off, which asks whether the computer is the visitor's own. The
// visitor types the code that the computer shows, so that a link sent by a stranger is useless
// without the code on the stranger's screen.
import { useRef, useState } from 'preact/hooks';
import { CODE_DIGITS, readCode } from '../handoff/typed-code.ts';
import { useTexts } from '../i18n/context.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/layout.tsx';
import { formatAgo } from '../time/format.ts';
import type { SessionView } from '../requests/wire.ts';

/** The number of attempts to enter the code; if fewer are left, the last code was wrong. */
const ALL_TRIES = 3;

interface JoinProps {
  view: SessionView;
  handoff: NonNullable<SessionView['handoff']>;
  isBusy: boolean;
  onConfirm: (code: string) => void;
  onRefuse: () => void;
}

export function Join({ view, handoff, isBusy, onConfirm, onRefuse }: JoinProps) {
  const t = useTexts();
  const facts = [
    [t('join.site'), `${view.site.name} (${view.site.host})`],
    [t('join.computer'), handoff.computer || t('join.computer_unknown')],
    [t('join.begun'), formatAgo(t.locale, handoff.offered_ms_ago)],
  ] as const;
  return (
    <Notice icon="computer" title={t('join.title')}>
      <p class="lead">{t('join.text')}</p>
      <dl class="about">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <p class="warning">{t('join.warning')}</p>
      <CodeForm handoff={handoff} isBusy={isBusy} onConfirm={onConfirm} onRefuse={onRefuse} />
    </Notice>
  );
}

function CodeForm({ handoff, isBusy, onConfirm, onRefuse }: Omit<JoinProps, 'view'>) {
  const t = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [isShort, setShort] = useState(false);
  const left = handoff.tries_left;
  const wrong = left < ALL_TRIES ? t('join.wrong', { count: left }) : '';
  const fault = isShort ? t('join.code_missing') : wrong;
  const submit = () => {
    const code = readCode(field.current?.value ?? '');
    setShort(code === undefined);
    if (code === undefined) return field.current?.focus();
    if (!isBusy) onConfirm(code);
    // Selects the typed code, because submitting the same code again would fail again.
    field.current?.select();
  };
  return (
    <form
      class="code-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label class="code-label">
        <span>{t('join.code_label')}</span>
        {/* The field does not use `one-time-code`, because this code is on another screen, not in a
            message. */}
        <input
          ref={field}
          class="code-field"
          type="text"
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="go"
          size={CODE_DIGITS}
          aria-invalid={fault !== ''}
          aria-describedby="code-fault"
        />
      </label>
      <p id="code-fault" class="code-fault" role="alert">
        {fault}
      </p>
      <div class="actions">
        <Button isBusy={isBusy} onPress={submit}>
          {t('join.yes')}
        </Button>
        <Button look="soft" onPress={onRefuse}>
          {t('join.no')}
        </Button>
      </div>
    </form>
  );
}
