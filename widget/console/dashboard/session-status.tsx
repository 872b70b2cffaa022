import type { WireListedSession } from '../api/wire.ts';
import { useTexts } from '../texts/context.ts';
import { Badge, type BadgeTone } from '../ui/card.tsx';

type Status = WireListedSession['status'];

const TONES: Record<Status, BadgeTone> = {
  pending: 'plain',
  in_progress: 'info',
  pending_tenant_review: 'warn',
  awaiting_retake: 'warn',
  success: 'good',
  failed: 'bad',
  canceled: 'plain',
  expired: 'plain',
  retaken: 'plain',
};

export const STATUSES = Object.keys(TONES) as Status[];

/** A badge that shows the status of a check in one word. */
export function SessionStatus({ status }: { status: Status }) {
  const t = useTexts();
  return <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>;
}
