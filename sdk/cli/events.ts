// `agate events resend` sends an event to your endpoints again.
import { readArguments } from './arguments.ts';
import { openAgate, readSettings } from './settings.ts';
import { tell, UsageError, type Terminal } from './terminal.ts';

export const EVENTS_HELP = `agate events resend <evt_…>

Sends an event of the last 30 days again to the endpoints that it was sent to, under the same webhook-id. To see
events, and to forward them to your machine: agate listen.`;

/** @throws UsageError, AgateError */
export async function events(args: readonly string[], terminal: Terminal): Promise<void> {
  const { positionals } = readArguments(args, {}, { most: 2, what: 'event' });
  const [verb, id] = positionals;
  if (verb !== 'resend')
    throw new UsageError(
      verb === undefined
        ? 'events what? `agate events resend evt_…`.'
        : `There is no "events ${verb}". There is \`agate events resend evt_…\`.`,
    );
  if (id === undefined || !/^evt_[\w-]+$/.test(id))
    throw new UsageError('Which event? evt_…: `agate listen --all` prints them, with their ids.');
  const sent = await openAgate(readSettings(terminal)).events.resend(id);
  const lines = sent.deliveries.map((one) => `${sent.event_id}  ${one.id}  to ${one.endpoint_id}`);
  if (lines.length > 0 || terminal.json) tell(terminal, sent, lines.join('\n'));
  if (lines.length === 0)
    terminal.note(
      'The event was never sent to an endpoint that is enabled or paused. Look at its endpoints in the dashboard, or forward events with `agate listen --all --to`.',
    );
}
