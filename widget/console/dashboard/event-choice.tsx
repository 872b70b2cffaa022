import {
  EVENT_TYPES,
  type EventType,
} from '../../../src/domain/integration/webhooks/event-types.ts';
import { useTexts } from '../texts/context.ts';

interface Props {
  chosen: readonly EventType[];
  onChange: (events: EventType[]) => void;
}

/** The event types that an endpoint can subscribe to, each with its meaning. */
export function EventChoice({ chosen, onChange }: Props) {
  const t = useTexts();
  return (
    <fieldset className="checks">
      <legend className="field-label">{t('webhooks.events')}</legend>
      {EVENT_TYPES.map((event) => (
        <label key={event} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(event)}
            onChange={({ target }) =>
              onChange(
                EVENT_TYPES.filter((each) =>
                  each === event ? target.checked : chosen.includes(each),
                ),
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
      {chosen.length === 0 && (
        <p className="field-error" role="status">
          {t('webhooks.events_none')}
        </p>
      )}
    </fieldset>
  );
}
