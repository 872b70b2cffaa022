// The messages from the page in a frame to the page around it. They come through the visitor's
// browser and prove nothing: the customer's backend decides based on the result that it reads.

export type Outcome = 'success' | 'failed' | 'canceled' | 'expired' | 'pending_tenant_review';

export type EmbedMessage =
  /** The page has loaded in the frame. */
  | { type: 'hello' }
  /** The visitor sees the check. */
  | { type: 'ready' }
  | {
      type: 'step';
      step: 'consent' | 'wallet' | 'liveness' | 'age' | 'face' | 'document' | 'review';
    }
  /**
   * The check is over. `token` is for the customer's backend; `return_url` is where the visitor
   * would be sent if the page were not in a frame.
   */
  | { type: 'outcome'; status: Outcome; token: string; return_url: string }
  /** The check is blocked; `code` identifies the reason. */
  | { type: 'error'; code: string }
  /** The surrounding page forbids the camera in frames; the link has not been used. */
  | { type: 'no_camera' }
  /** The visitor has read the outcome and returns to the site. */
  | { type: 'leave'; return_url: string }
  /** Escape was pressed in the frame. */
  | { type: 'escape' };

/** Distinguishes our messages from all other messages that a window receives. */
export const CHANNEL = 'agate';

export type Posted = EmbedMessage & { channel: typeof CHANNEL };

/** @param expected the only sender accepted: the frame's window, at the service's origin */
export function readMessage(
  event: Pick<MessageEvent, 'origin' | 'source' | 'data'>,
  expected: { origin: string; source: unknown },
): EmbedMessage | undefined {
  if (event.origin !== expected.origin || event.source !== expected.source) return undefined;
  const data = event.data as Partial<Posted> | null | undefined;
  if (typeof data !== 'object' || data?.channel !== CHANNEL) return undefined;
  return typeof data.type === 'string' ? (data as Posted) : undefined;
}
