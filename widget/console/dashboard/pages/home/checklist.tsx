// The steps from an empty account to real checks. A step is ticked when the service detects that it
// has been done.
import { Link } from 'wouter';
import { useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ErrorNote, Waiting } from '../../../ui/note.tsx';
import { ResendMail } from './resend-mail.tsx';
import { SOON_MS, useActiveKeys, useNewestSessions, useWebhooks } from '../../queries.ts';

interface Step {
  name: 'key' | 'session' | 'webhook' | 'email' | 'live';
  done: boolean;
}

export function Checklist() {
  const t = useTexts();
  const { email_verified: isConfirmed = false } = useUser();
  const soon = { refetchInterval: SOON_MS };
  const keys = useActiveKeys(soon);
  const tests = useNewestSessions('test', 1, soon);
  const lives = useNewestSessions('live', 1, soon);
  const webhooks = useWebhooks(soon);
  const answers = [keys, tests, lives, webhooks];
  const failed = answers.find(({ error, data }) => error !== null && data === undefined);
  if (failed)
    return (
      <Card title={t('checklist.title')}>
        <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />
      </Card>
    );
  if (answers.some(({ data }) => data === undefined))
    return (
      <Card title={t('checklist.title')}>
        <Waiting lines={5} />
      </Card>
    );
  const steps: Step[] = [
    { name: 'key', done: (keys.data?.total ?? 0) > 0 },
    { name: 'session', done: (tests.data?.total ?? 0) > 0 },
    // This step comes before the webhook step, which needs a confirmed email address.
    { name: 'email', done: isConfirmed },
    {
      name: 'webhook',
      done: webhooks.data?.rows.some(({ state }) => state === 'enabled') ?? false,
    },
    { name: 'live', done: (lives.data?.total ?? 0) > 0 },
  ];
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  return <Steps steps={steps} done={done} />;
}

function Steps({ steps, done }: { steps: Step[]; done: number }) {
  const t = useTexts();
  const next = steps.find((step) => !step.done);
  return (
    <Card
      title={t('checklist.title')}
      aside={<span className="muted">{t('checklist.progress', { done, of: steps.length })}</span>}
    >
      <ol className="steps">
        {steps.map((step) => (
          <li key={step.name} className={step.done ? 'step done' : 'step'}>
            <span className="step-mark">
              {step.done && <Icon name="check" />}
              <span className="hidden">{t(step.done ? 'checklist.done' : 'checklist.open')}</span>
            </span>
            <div>
              <strong>
                {step.done ? t(`checklist.${step.name}`) : <StepName name={step.name} />}
              </strong>
              {step === next && <p className="muted">{t(`checklist.${step.name}_text`)}</p>}
              {step.name === 'email' && !step.done && <ResendMail />}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The console page for each step that has one. */
const PLACES: Partial<Record<Step['name'], string>> = {
  key: '/keys',
  session: '/try',
  webhook: '/webhooks',
};

function StepName({ name }: Pick<Step, 'name'>) {
  const t = useTexts();
  const place = PLACES[name];
  const text = t(`checklist.${name}`);
  return place === undefined ? text : <Link href={place}>{text}</Link>;
}
