import { useTexts } from '../../../texts/context.ts';
import { EVENTS, type WebhookEvent } from '../../webhook-events.ts';

interface Props {
  chosen: readonly WebhookEvent[];
  onChange: (events: WebhookEvent[]) => void;
}

/** What the endpoint listens for, each with what it means. */
export function EventChoice({ chosen, onChange }: Props) {
  const t = useTexts();
  return (
    <fieldset className="checks">
      <legend className="field-label">{t('webhooks.events')}</legend>
      {EVENTS.map((event) => (
        <label key={event} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(event)}
            onChange={({ target }) =>
              onChange(
                EVENTS.filter((each) => (each === event ? target.checked : chosen.includes(each))),
              )
            }
          />
          <span>
            {t(`event.${event}`)}
            <code className="table-note" dir="ltr">
              {event}
            </code>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
