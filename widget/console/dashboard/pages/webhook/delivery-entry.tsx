import { useQueryClient } from '@tanstack/react-query';
import type { WireWebhookAttempt, WireWebhookDelivery } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { DeliveryState } from '../../delivery-state.tsx';
import { describeAttempt } from '../../describe-attempt.ts';

type Delivery = WireWebhookDelivery;
type Attempt = WireWebhookAttempt;

interface Props {
  delivery: Delivery;
  mayReplay: boolean;
}

/**
 * One delivery. When expanded, it shows every attempt with the bodies of its request and response.
 */
export function DeliveryEntry({ delivery, mayReplay }: Props) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const { id, event, state, created_at: at, attempts } = delivery;
  const replay = useAction(async () => {
    await client.POST('/dashboard/v1/deliveries/{id}/replay', { params: { path: { id } } });
    await answers.invalidateQueries({ queryKey: ['deliveries'] });
  });
  return (
    <li className="row">
      <DeliveryState state={state} />
      <span className="row-text">
        <code dir="ltr">{event.type}</code>{' '}
        <span className="muted small">
          <Moment at={at} />
        </span>
      </span>
      {mayReplay && (
        <Button isPending={replay.isRunning} onPress={replay.run}>
          {t('deliveries.replay')}
        </Button>
      )}
      {replay.error !== undefined && (
        <ErrorNote error={replay.error} conflict={t('webhook.conflict_off')} />
      )}
      {attempts.length > 0 && (
        <details className="fold">
          <summary>{t('deliveries.attempts', { count: attempts.length })}</summary>
          {attempts.map((attempt) => (
            <AttemptEntry key={attempt.number} attempt={attempt} />
          ))}
        </details>
      )}
    </li>
  );
}

function AttemptEntry({ attempt }: { attempt: Attempt }) {
  const t = useTexts();
  return (
    <div className="fold-part">
      <p>
        {t('timeline.webhook', {
          attempt: attempt.number,
          answer: describeAttempt(attempt.status, attempt.failure, t),
          duration: attempt.duration_ms,
        })}
        <span className="table-note">
          <Moment at={attempt.at} isExact />
        </span>
      </p>
      <p className="field-label">{t('deliveries.body')}</p>
      <pre dir="ltr">{attempt.request.body}</pre>
      {attempt.answer !== undefined && attempt.answer !== '' && (
        <>
          <p className="field-label">{t('deliveries.answer')}</p>
          <pre dir="ltr">{attempt.answer}</pre>
        </>
      )}
    </div>
  );
}
